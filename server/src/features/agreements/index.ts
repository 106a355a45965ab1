export { serveAgreementPages } from './agreement-page.ts';
export { exportConsents, moveConsents } from './agreements.sql.ts';
export { type Agreements, makeAgreements } from './agreements.ts';
