export { SentFeedback } from './sent-feedback.tsx';
