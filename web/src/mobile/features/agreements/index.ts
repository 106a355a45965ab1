export { agreedVersion } from './agreed-version.ts';
export { Consent } from './consent.tsx';
