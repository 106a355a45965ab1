import type { ProviderName } from '@recline/provider-simulator/core/faults';
import { noticePath } from '../server/src/features/payments/index.ts';
import type { PayerTrick } from './actions.ts';
import { placeAs, victimAt } from './hostile-guest.ts';
import { payAtProvider, visit } from './provider-payers.ts';
import type { Scene } from './scene.ts';

interface Place {
  chair: number;
  provider: ProviderName;
}

type Trick = (scene: Scene, place: Place) => Promise<unknown>;

const tricks: Record<PayerTrick, Trick> = {
  async 'our number'(scene, { chair }) {
    const victim = await victimAt(scene, chair);
    if (!victim?.number) return;
    const { number, amount, provider, session } = victim;
    // A payer who knows the number can get it copied into the metadata; the session is never the one that we stored.
    await buyElsewhere(scene, { number, amount, copied: provider === 'stripe' && session !== null });
  },
  'another product': (scene) => buyElsewhere(scene, { amount: 800 }),
  async 'another currency'(scene, { chair }) {
    const victim = await victimAt(scene, chair);
    await buyElsewhere(scene, { ...(victim?.number && { number: victim.number }), amount: 800, currency: 'usd' });
  },
  async forged(scene, { chair, provider }) {
    const victim = await victimAt(scene, chair);
    const server = scene.environment.server();
    if (!victim?.number || victim.provider !== provider || !server) return;
    const { number, amount } = victim;
    const url = `${server.url}${noticePath}/alipay`;
    // WeChat and Stripe sign claims of payments that they know.
    await scene.environment.providers[provider].forge(number, { url, amount }).catch(() => {});
  },
  async 'wrong amount'(scene, place) {
    const own = await ownOrder(scene, place);
    if (!own) return;
    if (place.provider === 'alipay') await visit(own.payUrl, 'login'); // only then does Alipay know of it
    const { number = '' } = own;
    await scene.environment.providers[place.provider].pay(number, { anyway: true, amount: 1 }).catch(() => {}); // too late
  },
  async 'pays again'(scene, place) {
    const own = await ownOrder(scene, place);
    if (!own) return;
    await payAtProvider(scene, scene.hostile.guest, { ...own, at: place.provider }, 'both');
    await scene.environment.providers[place.provider].pay(own.number ?? '', { anyway: true }).catch(() => {}); // paid already
  },
};

interface Sale {
  /** One of our numbers, which the buyer wrote into it. */
  number?: string;
  amount: number;
  currency?: string;
  /** Copied into the metadata by the shop, too. */
  copied?: boolean;
}

/** A sale of another product of the same Stripe account, under a reference of the buyer's. */
async function buyElsewhere(
  { environment, hostile }: Scene,
  { number, amount, currency = 'cny', copied = false }: Sale,
): Promise<void> {
  const reference = number ?? 'cart-17';
  const metadata: Record<string, string> = number !== undefined && copied ? { key: number } : {};
  const { id, told } = environment.providers.stripe.sellByLink({ reference, metadata, amount, currency });
  // A sale that bears our number is listed; one in a currency that we do not take is ignored.
  hostile.foreignSales.set(id, currency === 'cny' ? number : undefined);
  await told;
}

async function ownOrder(scene: Scene, { chair, provider }: Place) {
  const deviceId = scene.chairs[chair]?.chair.deviceId ?? '';
  const placed = await placeAs(scene, scene.hostile.guest, { deviceId, payType: provider });
  if (!placed) return undefined;
  const { rows } = await scene.environment.pool.query<{ number: string }>(
    'SELECT number FROM payment_attempts WHERE order_id = $1 ORDER BY attempt DESC LIMIT 1',
    [placed.orderId],
  );
  return { ...placed, number: rows[0]?.number };
}

export const hostilePayer = (scene: Scene, step: Place & { trick: PayerTrick }): Promise<unknown> =>
  tricks[step.trick](scene, step);
