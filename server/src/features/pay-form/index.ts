export { servePayForm } from './pay-form.routes.ts';
export { readKey, renewKey } from './pay-key.ts';
export { payPage } from './pay-page.ts';
export { reasonIn, repeatedPage } from './refusals.ts';
