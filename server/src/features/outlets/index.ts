export { addOutlet, editOutlet, findOutlet, listOutlets, lockOutlet, type Outlet } from './outlets.admin.ts';
export { outletHandlers } from './outlets.routes.ts';
export { makeOutlets, type Outlets, outletsAsked, type Question, type Scope } from './outlets.service.ts';
