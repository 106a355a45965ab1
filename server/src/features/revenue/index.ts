export { rebuildStatistics } from './revenue.admin.ts';
export { checkRevenue, pauseCounting, refillRevenue, resumeCounting } from './revenue.upkeep.ts';
