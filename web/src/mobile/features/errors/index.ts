export { type ErrorPage, errorPage } from './error-page.ts';
export { isKnownMessage, noteMessage } from './known-messages.ts';
