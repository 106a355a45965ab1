export { agreedVersion } from './agreed-version.ts';
export { Consent } from './consent.tsx';
export { ConsentLinks } from './consent-links.tsx';
