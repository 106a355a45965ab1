import { expect, test } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { type Payable, untilTurn } from './turn-to-pay.ts';

const waits = (seconds: number): Payable => ({ orderId: '7', status: 'pending', wait: { seconds } });
const payable: Payable = { orderId: '7', status: 'pending', pay: { kind: 'redirect', url: '/cashier' } };
const running: Payable = { orderId: '7', status: 'running' };
const lost = new ApiError('network', 'no network');
const refused = new ApiError('answer', 'The payment failed', 20302);

/** The outcome of a wait with these answers of the server in turn, the shown waits, and the pauses. */
async function wait(placed: Payable, answers: readonly (Payable | Error)[], leaveAfter = Number.POSITIVE_INFINITY) {
  const line = new AbortController();
  const shown: number[] = [];
  const pauses: number[] = [];
  let asked = 0;
  const ask = async () => {
    const answer = answers[asked++];
    if (asked > leaveAfter) line.abort();
    if (!answer) throw new Error('asked too often');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const pause = async (ms: number) => pauses.push(ms);
  const waiting = { ask, signal: line.signal, onWait: (seconds: number) => shown.push(seconds) };
  const outcome = await untilTurn(placed, waiting, pause).catch((error: unknown) => error);
  return { outcome, asked, shown, pauses };
}

test.each([
  ['does not ask where nobody is ahead', payable, [], payable, []],
  [
    'asks until it is the turn, and shows how long it takes',
    waits(9),
    [waits(5), waits(1), payable],
    payable,
    [9, 5, 1],
  ],
  ['ends where the order was paid meanwhile', waits(9), [running], running, [9]],
  ['ends with a refusal', waits(9), [waits(5), refused], refused, [9, 5]],
  ['asks again for answers that were lost', waits(9), [lost, lost, payable], payable, [9, 9, 9]],
] as const)('%s', async (_name, placed, answers, outcome, shown) => {
  expect(await wait(placed, answers)).toMatchObject({ outcome, asked: answers.length, shown });
});

test('waits longer after each missing answer, and reports an error after the fifth', async () => {
  expect(await wait(waits(9), [lost, lost, lost, lost, lost])).toMatchObject({
    outcome: lost,
    asked: 5,
    pauses: [1_000, 2_000, 4_000, 8_000, 16_000],
  });
});

test.each([
  ['an answer', payable],
  ['no answer', lost],
] as const)('reports nothing once it was left, whatever the answer: %s', async (_name, last) => {
  expect(await wait(waits(9), [waits(5), last], 1)).toMatchObject({ outcome: null, asked: 2 });
});
