export { outletHandlers } from './outlets.routes.ts';
export { makeOutlets, type Outlets, outletsAsked, type Question, type Scope } from './outlets.service.ts';
