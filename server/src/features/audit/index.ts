export { type AuditEntry, listEntries, record } from './audit.service.ts';
