export { addOutlet, editOutlet, findOutlet, listOutlets, lockOutlet, type Outlet } from './outlets.admin.ts';
export { type Outlets, outletsAsked, type Question, type Scope } from './outlets.service.ts';
