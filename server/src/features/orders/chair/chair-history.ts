import type { Db } from '../../../platform/db.ts';
import { listEntries } from '../../audit/index.ts';
import { type ChairMoment, chairMoments } from './chair-history.sql.ts';

/** What is recorded about a chair, newest first: its orders and messages, and what administrators changed. */
export async function chairHistory(db: Db, deviceId: string, limit: number): Promise<ChairMoment[]> {
  const changes = await listEntries(db, { target: `device ${deviceId}`, limit });
  const changed = changes.map(({ at, action, actor, before, after }) => ({
    at,
    what: action,
    details: withoutNulls({ by: actor, before, after }),
  }));
  const moments = [...changed, ...(await chairMoments(db, deviceId, limit))];
  return moments.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, limit);
}

const withoutNulls = (details: object): object =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
