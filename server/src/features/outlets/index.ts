export { assignPriceGroup } from './outlets.admin.sql.ts';
export {
  addOutlet,
  editOutlet,
  findOutlet,
  listOutlets,
  lockOutlet,
  type Outlet,
  reopenOutlet,
  setOutletClosed,
} from './outlets.admin.ts';
export { outletHandlers } from './outlets.routes.ts';
export {
  makeOutlets,
  type Outlets,
  type OutletViewer,
  outletsAsked,
  type Question,
  type Scope,
} from './outlets.service.ts';
export { countOutlets, openOutlets } from './outlets.sql.ts';
