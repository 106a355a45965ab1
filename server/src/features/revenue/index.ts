export { revenueHandlers } from './revenue.routes.ts';
export { makeRevenue, type Revenue } from './revenue.service.ts';
export {
  checkRevenue,
  pauseCounting,
  rebuildRevenue,
  rebuildWithin,
  refillRevenue,
  resumeCounting,
} from './revenue.upkeep.ts';
