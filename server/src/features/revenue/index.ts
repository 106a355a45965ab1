export { type IncomeRow, incomeParts, incomeReport, totalsOf } from './income-report.ts';
export { rebuildStatistics } from './revenue.admin.ts';
export { revenueHandlers } from './revenue.routes.ts';
export { makeRevenue, type Revenue } from './revenue.service.ts';
export {
  checkRevenue,
  pauseCounting,
  refillRevenue,
  resumeCounting,
} from './revenue.upkeep.ts';
