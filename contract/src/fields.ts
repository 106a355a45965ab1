import { z } from 'zod';
import { deviceNumberMaxChars, normalDeviceNumber } from './device-number.ts';
import { limits } from './limits.ts';
import { currencies } from './money.ts';
import { type PeriodName, periods } from './values.ts';

/**
 * The building blocks of every schema. What comes in may be JSON or a form, where each
 * value is a string; both mean the same, so numbers and booleans are read from either.
 */

// PostgreSQL stores neither NUL nor lone surrogates, and none of our fields needs control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]/u;
export const isPlain = (value: string) => !unwanted.test(value);

/** Marks that change the reading direction of the text after them. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
export const withoutBidiControls = (value: string) => value.replace(bidiControls, '');

/** A text that people wrote. Invisible marks that turn the reading direction are taken out. */
export const text = (max: number) => z.string().overwrite(withoutBidiControls).trim().min(1).max(max).refine(isPlain);

const segmenter = new Intl.Segmenter();
const graphemesOf = (value: string) => [...segmenter.segment(value)].length;
const bytesOf = (value: string) => new TextEncoder().encode(value).length;

/** A longer text that people wrote, in characters as people count them (graphemes), and bounded in bytes. */
export const prose = (min: number, max: number) =>
  z
    .string()
    .max(limits.proseBytes)
    .overwrite(withoutBidiControls)
    .trim()
    .refine(isPlain)
    .refine((value) => bytesOf(value) <= limits.proseBytes)
    .refine((value) => graphemesOf(value) >= min && graphemesOf(value) <= max)
    .describe(`${min} to ${max} characters (graphemes), at most ${limits.proseBytes} bytes in UTF-8`);

/** A form sends an empty field as an empty string: that means "not given". */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value: z.input<T> | '' | null | undefined) => (value === '' || value === null ? undefined : value),
    schema.optional(),
  );

export const integer = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,16}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max));

export const decimal = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,9}(\.\d{1,12})?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(min).max(max));

export const yes = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

/** An opaque value that we issued and get back unchanged. */
export const handedBack = (max: number) => z.string().min(1).max(max).refine(isPlain);
export const id = handedBack(64);
/** Only the length is checked: a malformed number is answered like an unknown one (`unknownDevice`). */
export const deviceNumber = text(deviceNumberMaxChars).overwrite(normalDeviceNumber);
/** Years that every part of the product can represent. */
const isRepresentable = (instant: Date) => instant.getUTCFullYear() >= 1970 && instant.getUTCFullYear() <= 9998;
export const instantIn = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .refine(isRepresentable);

/** Several values: an array in JSON; in a form a repeated field, one value, or a JSON array. */
export const list = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess((value: readonly z.input<T>[] | string | null | undefined): unknown => {
    if (typeof value !== 'string') return value ?? [];
    if (!value.startsWith('[')) return value === '' ? [] : [value];
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }, z.array(item).max(max));

export const nothing = z.object({});
export const page = z.object({
  limit: optional(integer(1, limits.pageMax)).transform((value) => value ?? limits.pageDefault),
  cursor: optional(handedBack(200)),
});

/** How an order is paid: a provider's name, `coupon`, `cash` or `coin`. */
export const payType = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/);

// Schemas of outputs.
export const instant = z.string().describe('ISO 8601, UTC, milliseconds');
export const day = z.string().describe("YYYY-MM-DD in the caller's offset");
export const amount = z.int().describe('In the minor unit of the currency beside it');
export const count = z.int();
export const currency = z.enum(currencies);
export const inCurrency = { currency, currencies: z.array(currency) };

export const currencyChoice = z.object({ currency: optional(currency) });

export const pageOf = <T extends z.ZodType>(row: T) => ({
  rows: z.array(row),
  nextCursor: z.string().nullable(),
});

export { type PeriodName, periods } from './values.ts';

const threeYears = limits.periodYears * 366 * 24 * 3600 * 1000;

/** A named period, or a custom one with both its ends; `end` is not included. */
export const periodInput = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({
      period: optional(z.enum(periods)).transform((value) => value ?? 'today'),
      start: optional(instantIn),
      end: optional(instantIn),
      ...shape,
    })
    .superRefine((value, context) => {
      // Also runs when an end was invalid; it is then still the text that was sent.
      const { period, start, end } = value as { period: PeriodName; start?: unknown; end?: unknown };
      if (period !== 'custom') return;
      const refuse = (field: string) => context.addIssue({ code: 'custom', path: [field], message: 'period' });
      if (!(start instanceof Date)) refuse('start');
      else if (!(end instanceof Date) || end <= start || end.getTime() - start.getTime() > threeYears) refuse('end');
    });
