export { type Agreements, makeAgreements } from './agreements.ts';
