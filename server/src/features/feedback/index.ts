export { chairReported } from './channels.ts';
export { feedbackHandlers } from './feedback.routes.ts';
export { makeFeedback } from './feedback.service.ts';
export { emptyFeedback, exportFeedback, moveFeedback, newFeedback } from './feedback.sql.ts';
export { oldReports } from './old-reports.sql.ts';
