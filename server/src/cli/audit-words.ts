import { type Currency, currencies, formatMoney } from '@recline/contract/money';

/** A change of the audit log in words: money with its currency, prices as a line each, names of fields as words. */

type Values = Record<string, unknown>;
const none = 'none';

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const isCurrency = (value: unknown): value is Currency => currencies.some((each) => each === value);
const currencyIn = (values: Values): Currency | undefined =>
  isCurrency(values.currency) ? values.currency : undefined;

/** `priceGroup` and `price_group` are `price group`. */
const nameOf = (field: string) => field.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const isMoney = (field: string) => /(^|[a-z_])(amount|Amount|net|gross|paid)$/.test(field);

/** The fields that differ. `before` is null for what is new, `after` for what was removed. */
export function changeInWords(before: unknown, after: unknown): string[] {
  if (before === null && after === null) return [];
  const [old, now] = [before ?? {}, after ?? {}].map((each) => (isObject(each) ? each : { value: each })) as [
    Values,
    Values,
  ];
  const currency = currencyIn(now) ?? currencyIn(old);
  const fields = Object.keys({ ...old, ...now }).filter((field) => !isSame(old[field], now[field]));
  return fields.map((field) => fieldInWords(field, old[field], now[field], { currency, before, after }));
}

/** The details of an event in a history, in words. */
export function detailsInWords(details: unknown, currency?: Currency): string {
  const { before, after, ...rest } = isObject(details) ? details : { value: details };
  const facts = Object.entries(rest).map(
    ([field, value]) => `${nameOf(field)}: ${valueInWords(value, field, currency)}`,
  );
  return [...facts, ...changeInWords(before ?? null, after ?? null)].join('; ');
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface About {
  currency: Currency | undefined;
  before: unknown;
  after: unknown;
}

function fieldInWords(field: string, old: unknown, now: unknown, { currency, before, after }: About): string {
  if (isList(old) && isList(now)) return `${nameOf(field)}: ${listChange(old ?? [], now ?? [], currency).join(', ')}`;
  const words = (value: unknown) => valueInWords(value, field, currency);
  if (before === null) return `${nameOf(field)}: ${words(now)}`;
  if (after === null) return `${nameOf(field)}: ${words(old)}`;
  return `${nameOf(field)}: ${words(old)} → ${words(now)}`;
}

const isList = (value: unknown): value is unknown[] | undefined => value === undefined || Array.isArray(value);

/** The added and removed items of a list, each with its sign. */
export function listChange(old: readonly unknown[], now: readonly unknown[], currency: Currency | undefined): string[] {
  const words = (list: readonly unknown[]) => list.map((each) => valueInWords(each, '', currency));
  const [removed, added] = [words(old), words(now)];
  const changes = [
    ...removed.filter((each) => !added.includes(each)).map((each) => `− ${each}`),
    ...added.filter((each) => !removed.includes(each)).map((each) => `+ ${each}`),
  ];
  return changes.length === 0 ? ['no difference'] : changes;
}

function valueInWords(value: unknown, field: string, currency: Currency | undefined): string {
  if (value === null || value === undefined || value === '') return none;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && isMoney(field) && currency) return formatMoney(value, currency);
  if (Array.isArray(value)) return value.map((each) => valueInWords(each, field, currency)).join(', ') || none;
  if (isObject(value)) return objectInWords(value, currencyIn(value) ?? currency);
  return String(value);
}

function objectInWords(value: Values, currency: Currency | undefined): string {
  const { gear, minutes, amount, recommended } = value;
  if (gear !== undefined && minutes !== undefined && typeof amount === 'number' && currency)
    return `${String(gear)} ${String(minutes)} min ${formatMoney(amount, currency)}${recommended ? ' (recommended)' : ''}`;
  return Object.entries(value)
    .map(([field, each]) => `${nameOf(field)} ${valueInWords(each, field, currency)}`)
    .join(', ');
}
