export { chairReported } from './channels.ts';
export { feedbackHandlers } from './feedback.routes.ts';
export { makeFeedback } from './feedback.service.ts';
export { moveFeedback } from './feedback.sql.ts';
