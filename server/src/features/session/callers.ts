import type { Pool } from '../../platform/db.ts';
import type { Listener } from '../../platform/notify.ts';
import { accountChanged } from './channels.ts';
import * as sql from './session.sql.ts';

/** What is remembered is read anew after this, though nothing was heard of it. */
const rememberedFor = 60_000;
const mostRemembered = 20_000;

interface Remembered {
  row: sql.CallerRow;
  until: number;
}

interface CallerDeps {
  pool: Pool;
  listener: Pick<Listener, 'on' | 'onReconnect' | 'connected'>;
}

/**
 * The accounts behind tokens, as the database knows them. Most calls come from somebody who called a moment
 * ago, so rows are remembered, until the database tells that the account or one of its sessions changed. A
 * server that cannot hear remembers nobody.
 */
export function makeCallers({ pool, listener }: CallerDeps) {
  const remembered = new Map<string, Remembered>();
  let changes = 0;

  /** What is being read meanwhile may be older than this: it is used once, and not kept. */
  function forget(accountId?: number): void {
    changes += 1;
    for (const [key, { row }] of remembered) {
      if (accountId === undefined || row.account_id === accountId) remembered.delete(key);
    }
  }
  listener.on(accountChanged, ({ accountId }) => forget(accountId));
  listener.onReconnect(() => forget());

  function keep(key: string, row: sql.CallerRow): void {
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(key, { row, until: performance.now() + rememberedFor });
  }

  async function read(tokenHash: Buffer): Promise<sql.CallerRow | undefined> {
    const key = tokenHash.toString('latin1');
    const before = changes;
    remembered.delete(key);
    const row = await sql.callerByToken.maybe(pool, tokenHash);
    if (row && changes === before && listener.connected()) keep(key, row);
    return row;
  }

  function recall(tokenHash: Buffer): sql.CallerRow | undefined {
    const known = remembered.get(tokenHash.toString('latin1'));
    return known && known.until > performance.now() && listener.connected() ? known.row : undefined;
  }

  return { recall, read, forget };
}
