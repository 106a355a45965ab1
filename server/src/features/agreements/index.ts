export { exportConsents, moveConsents } from './agreements.sql.ts';
export { type Agreements, makeAgreements } from './agreements.ts';
