import { randomInt } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { formatCsv } from '@recline/contract/csv';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { optional } from './command.ts';
import { usage } from './failure.ts';
import * as fields from './fields.ts';

/** What coupons and cash coupons have in common: they are issued many at a time, into a file to print from. */

// Digits alone: they are read aloud and typed in, on a keyboard that may be set to anything.
const digits = 14;
const day = 24 * 3600_000;

export const batchOptions = {
  count: optional('N', 'How many; 1, if not given', fields.between(1, 100_000)),
  validDays: optional('N', 'Days until they expire; 365, if not given', fields.between(1, 3650)),
  expires: optional('INSTANT', 'When they expire, instead of --valid-days', fields.instant),
  csv: optional('FILE', 'A new file for the numbers (CSV)', z.string()),
};

export const makeNumbers = (count = 1): string[] => {
  const numbers = new Set<string>();
  while (numbers.size < count) numbers.add(String(randomInt(10 ** digits)).padStart(digits, '0'));
  return [...numbers];
};

export function expiryOf(clock: Clock, { validDays, expires }: { validDays?: number; expires?: Date }): Date {
  if (validDays !== undefined && expires !== undefined) throw usage('Give either --valid-days or --expires.');
  const at = expires ?? new Date(clock().getTime() + (validDays ?? 365) * day);
  if (at <= clock()) throw usage('--expires must be in the future.');
  return at;
}

/** Does `work` with the file written before and gone again if the work fails: no number is issued but not handed out. */
export async function withFile<T>(
  path: string | undefined,
  rows: (string | null)[][],
  work: () => Promise<T>,
): Promise<T> {
  if (path === undefined) return work();
  await writeFile(path, formatCsv(rows), { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
    throw usage(`${path} cannot be written: ${error.message}.`);
  });
  try {
    return await work();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
