import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { makePool } from '../../../platform/db.ts';
import { createDatabase } from '../../../testing/database.ts';
import { attemptNumber, installationOf, refundIdOf, refundNumber } from './numbers.ts';

/** The installation's part as one server on that database reads it, and as the next one does. */
async function twoReadings(databaseUrl: string): Promise<string[]> {
  const readings: string[] = [];
  for (let server = 0; server < 2; server += 1) {
    const pool = makePool(databaseUrl);
    try {
      readings.push(await installationOf(pool));
    } finally {
      await pool.end();
    }
  }
  return readings;
}

it("the installation's part is the same for every server of a database, and different on another database", async () => {
  const databases = [await createDatabase(inject('postgresUrl')), await createDatabase(inject('postgresUrl'))];
  try {
    const [one = [], other = []] = await Promise.all(databases.map(({ url }) => twoReadings(url)));
    expect(new Set(one).size).toBe(1);
    expect(new Set(other).size).toBe(1);
    expect(one[0]).not.toBe(other[0]);
    for (const part of [one[0], other[0]]) expect(part).toMatch(/^[a-z0-9]{6}$/);
  } finally {
    await Promise.all(databases.map(({ drop }) => drop()));
  }
});

const installation = fc.stringMatching(/^[0-9a-f]{6}$/);
const id = fc.integer({ min: 1, max: 999_999_999_999 });
const attempt = fc.integer({ min: 1, max: 999 });
const accepted = /^[A-Za-z0-9_]{6,32}$/;

it('every number of an attempt or a refund is one that every provider accepts', () => {
  fc.assert(
    fc.property(installation, id, attempt, (part, of, no) => {
      expect(attemptNumber(part, of, no)).toMatch(accepted);
      expect(refundNumber(part, of)).toMatch(accepted);
    }),
  );
});

it("a refund is found by its number, and not by another's", () => {
  fc.assert(
    fc.property(installation, installation, id, attempt, (part, stranger, of, no) => {
      fc.pre(part !== stranger);
      expect(refundIdOf(part, refundNumber(part, of))).toBe(of);
      expect(refundIdOf(part, refundNumber(stranger, of))).toBeUndefined();
      expect(refundIdOf(part, attemptNumber(part, of, no))).toBeUndefined();
    }),
  );
});

it('no two attempts or refunds of an installation have the same number', () => {
  const pair = fc.tuple(id, attempt);
  fc.assert(
    fc.property(installation, pair, pair, (part, [order, no], [otherOrder, otherNo]) => {
      expect(attemptNumber(part, order, no)).not.toBe(attemptNumber(part, otherOrder, otherNo));
      expect(attemptNumber(part, order, no)).not.toBe(refundNumber(part, otherOrder));
    }),
  );
});

it("an attempt's number cannot be derived from its order: it has a part of 41 random bits", () => {
  const numbers = Array.from({ length: 1_000 }, () => attemptNumber('ab12cd', 1, 1));
  expect(new Set(numbers).size).toBe(1_000);
  for (const number of numbers) expect(number).toMatch(/^ab12cd_1_1_[0-9a-z]{8}$/);
});
