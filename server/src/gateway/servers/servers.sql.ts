import { statement } from '../../platform/db.ts';

export const beat = statement<never, [string, Date, Date]>(
  'servers.beat',
  `INSERT INTO servers (id, seen_at, read_until) VALUES ($1, $2, $3)
   ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, read_until = excluded.read_until`,
);
export const leave = statement<never, [string]>('servers.leave', 'DELETE FROM servers WHERE id = $1');
export const forget = statement<never, [Date]>('servers.forget', 'DELETE FROM servers WHERE seen_at < $1');

export const othersReadUntil = statement<{ read_until: Date | null }, [string, Date]>(
  'servers.readUntil',
  'SELECT min(read_until) AS read_until FROM servers WHERE id <> $1 AND seen_at > $2',
);
export const someoneSilent = statement<{ silent: boolean }, [Date]>(
  'servers.silent',
  'SELECT EXISTS (SELECT FROM servers WHERE seen_at < $1) AS silent',
);
