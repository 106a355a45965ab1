export {
  listPriceGroups,
  listPrices,
  lockPriceGroup,
  type Price,
  requireCurrency,
  setOutletPriceGroup,
  setPrices,
} from './prices.admin.ts';
