export { applyDuePlans, cancelPlan, listPlans, planPrices } from './price-plans.admin.ts';
export {
  listPriceGroups,
  listPrices,
  lockPriceGroup,
  type Price,
  requireCurrency,
  setOutletPriceGroup,
  setPrices,
} from './prices.admin.ts';
