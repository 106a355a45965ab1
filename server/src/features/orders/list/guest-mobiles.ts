import { maskMobile } from '@recline/contract/mobile';
import type { Pool } from '../../../platform/db.ts';
import { mobilesOf } from './orders.sql.ts';

/** The numbers of guests by their accounts, masked: enough to recognise a guest. */
export async function maskedMobiles(pool: Pool, accountIds: readonly (number | null)[]): Promise<Map<number, string>> {
  const ids = [...new Set(accountIds.filter((id) => id !== null))];
  const rows = ids.length > 0 ? await mobilesOf(pool, ids) : [];
  return new Map(rows.map(({ id, mobile }) => [id, maskMobile(mobile)]));
}
