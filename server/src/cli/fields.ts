import { readAmount } from '@recline/contract/amount-text';
import { permissions } from '@recline/contract/call';
import { isDeviceNumber } from '@recline/contract/device-number';
import { text } from '@recline/contract/fields';
import { languages } from '@recline/contract/languages';
import { currencies } from '@recline/contract/money';
import { z } from 'zod';
import { isTimeZone } from '../platform/calendar.ts';

/** Schemas for values on the command line and in files. Each parses a string. */

export const name = text(64);
export const currency = z.enum(currencies);
export const deviceId = z.string().refine(isDeviceNumber, 'must be 1 to 32 letters, digits, - or _');
export const login = z.string().regex(/^[^\s\p{C}]{1,64}$/u, 'must be 1 to 64 characters without spaces');
export const mobile = text(32);
export const webAddress = z.string().regex(/^https?:\/\/\S+$/, 'must begin with http:// or https://');
export const number = z.string().regex(/^[A-Za-z0-9-]{1,32}$/, 'is no coupon number');

const whole = (min: number, max: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be ${what}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be ${what}`);

export const id = whole(1, 1e15, 'an id: a whole number');
export const between = (min: number, max: number) => whole(min, max, `a whole number from ${min} to ${max}`);

export const decimal = (min: number, max: number) =>
  z
    .string()
    .regex(/^[+-]?\d{1,3}(\.\d{1,12})?$/, `must be a number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a number from ${min} to ${max}`);

/** 15 or 15.00, in minor units. */
export const money = z.string().transform((text, context) => {
  const amount = text.includes(',') ? null : readAmount(text); // it may separate thousands
  if (amount !== null) return amount;
  context.addIssue('must be an amount such as 15 or 15.00');
  return z.NEVER;
});

export const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as Asia/Shanghai');

const orNone = <T extends z.ZodType>(schema: T) =>
  z
    .literal('')
    .transform(() => null)
    .or(schema);

export const optionalLanguage = orNone(z.enum(languages));
export const optionalPhone = orNone(text(32).regex(/\d/, 'must be a phone number'));

export const instant = z.iso
  .datetime({ offset: true, error: 'must be an instant such as 2027-01-31T16:00:00Z' })
  .transform((value) => new Date(value));

/** Values separated by commas. */
export const listOf = <T>(item: z.ZodType<T>) =>
  z
    .string()
    .transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim())))
    .pipe(z.array(z.string().pipe(item as z.ZodType<T, string>)));

export const permissionList = listOf(
  z.enum(permissions, `must be among ${permissions.join(', ')}`) as z.ZodType<(typeof permissions)[number]>,
);
