import { expect, it } from 'vitest';
import type { PaymentState } from '../providers/provider.ts';
import { isProven } from './attempts.rules.ts';

const paid = { status: 'paid', key: 'ab12cd_1_1', ref: 'pi_1', amount: 1500, currency: 'CNY' } as const;
const dead = { status: 'dead', key: 'ab12cd_1_1' } as const;

it.each<[string, PaymentState, string | null, boolean]>([
  ['a payment at the page that we stored', { ...paid, session: 'cs_1' }, 'cs_1', true],
  ['a payment at another page', { ...paid, session: 'cs_2' }, 'cs_1', false],
  ['the end of another page', { ...dead, session: 'cs_2' }, 'cs_1', false],
  ['the same payment once more', { ...paid, session: 'cs_1' }, 'pi_1', true],
  ['a payment whose page was never stored', { ...paid, session: 'cs_1' }, null, true],
  ['a payment at a provider without pages', paid, null, true],
  ['a number that the payer may have written', { ...paid, session: 'cs_1', claimed: true }, 'cs_1', false],
  ['the same, with no page stored', { ...paid, claimed: true }, null, false],
])('%s proves a payment to be ours, or does not', (_case, state, stored, expected) => {
  expect(isProven({ provider_ref: stored }, state)).toBe(expected);
});
