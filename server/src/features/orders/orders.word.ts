import { type Db, statement } from '../../platform/db.ts';

const write = statement<{ id: string }, [number, Date]>(
  'word.write',
  `UPDATE commands SET started_at = $2 WHERE order_id = $1 AND type = 'start' AND given_up_at IS NULL RETURNING id`,
);

/**
 * Notes a chair's word that it runs an order: the least that makes it certain, so that whoever waits for that need
 * not wait for all the rest. False: the start was given up before.
 */
export const noteWord = async (db: Db, orderId: number, at: Date): Promise<boolean> =>
  (await write.maybe(db, orderId, at)) !== undefined;

const refuse = statement<{ started_at: Date | null }, [number, Date]>(
  'word.refuse',
  `UPDATE commands SET given_up_at = CASE WHEN started_at IS NULL THEN $2::timestamptz END
   WHERE order_id = $1 AND type = 'start' RETURNING started_at`,
);

/** From now on no word counts for this start. Returns when one was given before, which stands. */
export const refuseWord = async (db: Db, orderId: number, now: Date): Promise<Date | null> =>
  (await refuse.maybe(db, orderId, now))?.started_at ?? null;
