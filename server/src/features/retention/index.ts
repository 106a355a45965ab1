export { type DueKind, dueOf, makeRetention, type RetentionTiming } from './retention.ts';
