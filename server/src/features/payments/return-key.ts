import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from '../../platform/db.ts';
import { rememberedSecret } from '../../platform/secrets.ts';

/**
 * The key in the address to which a payer comes back. It shows that one order without a token, for payers who come back
 * in another browser. It is derived from a secret of the installation, so nothing has to be stored.
 */
export function makeReturnKeys(pool: Pool) {
  const secret = rememberedSecret(pool, 'return key');
  const keyOf = async (orderId: number): Promise<string> =>
    createHmac('sha256', await secret())
      .update(`order ${orderId}`)
      .digest('base64url')
      .slice(0, 27);
  return {
    keyOf,
    async isKeyOf(orderId: number, given: string): Promise<boolean> {
      const [known, candidate] = [Buffer.from(await keyOf(orderId)), Buffer.from(given)];
      return known.length === candidate.length && timingSafeEqual(known, candidate);
    },
  };
}
