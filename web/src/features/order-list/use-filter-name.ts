import { useText } from '../../platform/text.tsx';
import { useLabels } from '../dictionary/index.ts';
import { useOutletName } from '../outlets/index.ts';
import type { FilterName, OrderFilters } from './order-filters.ts';

const lists = { type: 'orderType', status: 'orderStatus', gear: 'gear', couponProperty: 'couponProperty' } as const;

/** The text of a filter: its value, with its name where the value alone is not clear. */
export function useFilterName(): (filters: OrderFilters, name: FilterName) => string {
  const t = useText();
  const labelOf = useLabels();
  const outletName = useOutletName();
  return (filters, name) => {
    const value = filters[name] ?? '';
    if (name === 'outletId') return outletName(value) ?? value;
    if (name === 'keyword') return `“${value}”`;
    if (name === 'deviceId') return `${t.orders.device} ${value}`;
    if (name === 'cashCouponNo') return `${t.orders.cashCouponNo} ${value}`;
    if (name === 'couponNo') return `${t.orders.couponNo} ${value}`;
    return labelOf(lists[name], value);
  };
}
