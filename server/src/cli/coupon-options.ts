import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { optional, type Report } from './command.ts';
import type { Context } from './context.ts';
import { usage } from './failure.ts';
import * as fields from './fields.ts';
import { said } from './output.ts';

const day = 24 * 3600_000;

/** Coupons and cash coupons are issued in batches, into a file to print from. */
export const batchOptions = {
  count: optional('N', 'How many; 1, if not given', fields.between(1, 100_000)),
  validDays: optional('N', 'Days until they expire; 365, if not given', fields.between(1, 3650)),
  expires: optional('INSTANT', 'When they expire, instead of --valid-days', fields.instant),
  csv: optional('FILE', 'A new file for the numbers (CSV)', z.string()),
};

export function expiryOf(clock: Clock, { validDays, expires }: { validDays?: number; expires?: Date }): Date {
  if (validDays !== undefined && expires !== undefined) throw usage('Give either --valid-days or --expires.');
  return expires ?? new Date(clock().getTime() + (validDays ?? 365) * day);
}

/** The issued coupons: their numbers are in the file, or shown. Those of a dry run do not exist. */
export function issuedReport(
  { dryRun }: Context,
  text: string,
  csv: string | undefined,
  issued: { numbers: string[] },
): Report {
  const { numbers, ...batch } = issued;
  if (dryRun) return said(`${text}.`, { ...batch, count: numbers.length });
  return said(csv === undefined ? `${text}:\n${numbers.join('\n')}` : `${text}: see ${csv}.`, issued);
}
