import { setTimeout as sleep } from 'node:timers/promises';
import { type NoticeFault, type ProviderName, providerNames } from '@recline/provider-simulator/core/faults';
import { decideAt } from '@recline/provider-simulator/testing/payer';
import type { Account } from '../server/src/testing/world.ts';
import type { Payment } from './actions.ts';
import { callWithRetry } from './calls.ts';
import type { Scene } from './scene.ts';

interface Unpaid {
  orderId: string;
  payUrl: string;
  at: ProviderName;
}

/** The payment completes before the prepay call returns. Alipay has no prepay call, so there it is an ordinary payment. */
export const planOvertaking = ({ environment: { providers } }: Scene, at: ProviderName): void =>
  providers.faults.plan(at, 'prepay', 'paidBeforeAnswer');

const notices: Partial<Record<Payment, NoticeFault>> = {
  twice: 'twice',
  late: 'late',
  lost: 'never',
  repeated: 'twice',
};

/** Pays at the page of a simulated provider, which does not depend on our server. */
export async function payAtProvider(
  scene: Scene,
  payer: Pick<Account, 'token'>,
  unpaid: Unpaid,
  payment: Payment,
): Promise<void> {
  const { providers } = scene.environment;
  if (payment === 'abandoned') return;
  if (payment === 'declined') return visit(unpaid.payUrl, 'giveUp');
  if (payment === 'both') return payTwice(scene, payer, unpaid);
  if (payment === 'closed') return payAfterClose(scene, payer, unpaid);
  const fault = notices[payment];
  if (fault) providers.faults.planNotice(unpaid.at, fault);
  await visit(unpaid.payUrl, 'pay');
  if (payment !== 'repeated') return;
  await sleep(300);
  await providers.notices.resend();
}

/** A page on which nothing can be paid any more is left alone. */
export async function visit(url: string, decision: string): Promise<void> {
  await decideAt(url, decision).catch(() => {});
}

const attemptsOf = `SELECT number, provider FROM payment_attempts WHERE order_id = $1 ORDER BY attempt DESC LIMIT 1`;

/** Money that the bank moves, whatever the state of the payment at the provider. */
async function payAnyway({ environment }: Scene, { at, payUrl }: Unpaid, number: string): Promise<void> {
  if (at === 'alipay') await visit(payUrl, 'login'); // only then does Alipay know of it
  await environment.providers[at].pay(number, { anyway: true }).catch(() => {}); // it was paid before, or never opened
}

async function newestNumber({ environment }: Scene, { orderId }: Unpaid): Promise<string> {
  const { rows } = await environment.pool.query<{ number: string }>(attemptsOf, [orderId]);
  return rows[0]?.number ?? '';
}

/** The payer gives up and pays nevertheless. */
async function payAfterClose(scene: Scene, payer: Pick<Account, 'token'>, unpaid: Unpaid): Promise<void> {
  const number = await newestNumber(scene, unpaid);
  if (unpaid.at === 'alipay') await visit(unpaid.payUrl, 'login');
  const { orderId } = unpaid;
  await callWithRetry(scene, 'stop', 3, (client) => client.orders.stop({ orderId }, { token: payer.token }));
  await sleep(300);
  await payAnyway(scene, unpaid, number);
}

/** The payer changes to another provider and pays at both. */
async function payTwice(scene: Scene, payer: Pick<Account, 'token'>, unpaid: Unpaid): Promise<void> {
  const { orderId } = unpaid;
  const number = await newestNumber(scene, unpaid);
  const other = providerNames[(providerNames.indexOf(unpaid.at) + 1) % providerNames.length];
  const answer = await callWithRetry(scene, 'pay', 2, (client) =>
    client.starting.pay({ orderId, payType: other }, { token: payer.token }),
  );
  const second = answer?.data?.payUrl;
  await Promise.all([payAnyway(scene, unpaid, number), second !== undefined && visit(second, 'pay')]);
}
