export { addOutlet, editOutlet, findOutlet, listOutlets, lockOutlet, type Outlet } from './outlets.admin.ts';
export { outletHandlers } from './outlets.routes.ts';
export {
  makeOutlets,
  type Outlets,
  type OutletViewer,
  outletsAsked,
  type Question,
  type Scope,
} from './outlets.service.ts';
