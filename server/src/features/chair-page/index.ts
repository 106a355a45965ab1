export { chairPageHandlers } from './chair-page.routes.ts';
export { findFreeChairs, makeChairPage } from './chair-page.service.ts';
export { hasUnpaid } from './chair-page.sql.ts';
export { chairPageState } from './chair-page.state.ts';
