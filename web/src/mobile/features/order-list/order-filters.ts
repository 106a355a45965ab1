import type { Contract } from '@recline/contract';
import type { InputOf } from '@recline/contract/call';
import { currencies } from '@recline/contract/money';
import { couponProperties, gears, orderStatuses, orderTypes } from '@recline/contract/values';
import type { AppTexts } from '../../../../locales/index.ts';
import { type Complete, keysOf } from '../../../platform/complete.ts';
import { type Period, readPeriod } from '../../../platform/period.ts';

type Input = InputOf<Contract['orders']['summary']>;

/** Filters that can be removed one by one. The period cannot: there is always one. */
export type FilterName = Exclude<keyof Input, keyof Period>;
export type OrderFilters = Period & { [N in FilterName]?: Input[N] };

type DictionaryList = 'orderType' | 'orderStatus' | 'gear' | 'couponProperty';

/** The inputs of a label. */
interface Words {
  t: AppTexts;
  labelOf(list: DictionaryList, value: string): string;
  outletName(outletId: string): string | undefined;
}

type Title = (t: AppTexts) => string;
/** Its control in the filter sheet; `page`: the screen has its own control. */
type Control =
  | { kind: 'outlet' }
  | { kind: 'page' }
  | { kind: 'choice'; title: Title; list: DictionaryList; values: readonly string[] }
  | { kind: 'field'; title: Title };

interface Filter<V> {
  /** The value in an address. Anybody may have written it: an unknown one filters nothing. */
  parse(text: string | undefined): V | undefined;
  /** The text of its chip: the value, with its name where the value alone is not clear. */
  label(value: string, words: Words): string;
  control: Control;
}

const asTyped = (text: string | undefined) => text;
const oneOf =
  <V extends string>(values: readonly V[]) =>
  (text: string | undefined) =>
    values.find((value) => value === text);

const choice = <V extends string>(title: Title, list: DictionaryList, values: readonly V[]): Filter<V> => ({
  parse: oneOf(values),
  label: (value, { labelOf }) => labelOf(list, value),
  control: { kind: 'choice', title, list, values },
});

const numberField = (title: Title): Filter<string> => ({
  parse: asTyped,
  label: (value, { t }) => `${title(t)} ${value}`,
  control: { kind: 'field', title },
});

/** Every filter of the list, in display order. Address, sheet and chips are derived from it. */
export const orderFilters: { [N in FilterName]: Filter<NonNullable<Input[N]>> } = {
  outletId: {
    parse: asTyped,
    label: (value, { outletName }) => outletName(value) ?? value,
    control: { kind: 'outlet' },
  },
  currency: { parse: oneOf(currencies), label: (value) => value, control: { kind: 'page' } },
  type: choice((t) => t.orders.type, 'orderType', orderTypes),
  status: choice((t) => t.orders.status, 'orderStatus', orderStatuses),
  gear: choice((t) => t.orders.gear, 'gear', gears),
  couponProperty: choice((t) => t.orders.couponProperty, 'couponProperty', couponProperties),
  cashCouponNo: numberField((t) => t.orders.cashCouponNo),
  couponNo: numberField((t) => t.orders.couponNo),
  deviceId: numberField((t) => t.orders.device),
  keyword: { parse: asTyped, label: (value) => `“${value}”`, control: { kind: 'page' } },
};
export const filterNames = keysOf(orderFilters);

/** The query parameters of the order list. */
export const orderListParameters = [...filterNames, 'period', 'start', 'end', 'orderId'] as const;
export type OrderListSearch = { [N in (typeof orderListParameters)[number]]?: string };

export function readFilters(search: OrderListSearch): Complete<OrderFilters> {
  const read = Object.fromEntries(filterNames.map((name) => [name, orderFilters[name].parse(search[name])]));
  return { ...readPeriod(search), ...(read as Complete<Omit<OrderFilters, keyof Period>>) };
}

/** The filters that are set, in display order. */
export const activeFilters = (filters: OrderFilters): FilterName[] =>
  filterNames.filter((name) => filters[name] !== undefined);

export const withoutFilter = (filters: OrderFilters, name: FilterName): OrderFilters => ({
  ...filters,
  [name]: undefined,
});

/** The period alone. */
export const withoutFilters = ({ period, start, end }: OrderFilters): OrderFilters => ({ period, start, end });

/** Orders by a keyword. Complaints are seldom about today, so the first keyword extends the period. */
export const searched = (filters: OrderFilters, keyword: string): OrderFilters => ({
  ...filters,
  keyword: keyword || undefined,
  period: keyword && !filters.keyword && filters.period === 'today' ? 'month' : filters.period,
});
