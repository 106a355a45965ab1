import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { simulatedId, simulatedSecret } from './fleet-process.ts';

export interface Size {
  outlets: number;
  chairs: number;
  managers: number;
  consumers: number;
  /** Orders of the past year. */
  history: number;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const list = <T>(length: number, of: (index: number) => T) => Array.from({ length }, (_, index) => of(index));

/** The tokens of the sessions that `fillWorld` opens. */
export const managerToken = (index: number): string => `load-manager-${index}`;
export const consumerToken = (index: number): string => `load-consumer-${index}`;

/** A manager of the chair's outlet. The managers of an outlet take turns. */
export function managerOfChair(chair: number, { outlets, managers }: Pick<Size, 'outlets' | 'managers'>): number {
  const perOutlet = Math.floor(managers / outlets);
  return (chair % outlets) + outlets * (Math.floor(chair / outlets) % perOutlet);
}

/**
 * Outlets, chairs, and managers and guests with a session each. Chair n and manager n belong to outlet
 * n modulo the number of outlets. The one price is for a minute, so that chairs are soon free again.
 */
export async function fillWorld(pool: Pool, size: Size): Promise<{ priceId: string }> {
  const { outlets, chairs, managers, consumers, history } = size;
  if (managers < outlets) throw new Error('every outlet needs a manager');
  const { rows } = await pool.query<{ id: string; group: string }>(
    `WITH g AS (INSERT INTO price_groups (name, currency) VALUES ('load', 'CNY') RETURNING id)
     INSERT INTO prices (price_group_id, gear, minutes, amount, currency, recommended)
     SELECT id, 'standard', 1, 100, 'CNY', true FROM g RETURNING id, price_group_id AS group`,
  );
  const [price] = rows;
  await pool.query(
    `INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone, price_group_id)
     SELECT 'Outlet ' || n, 'Road ' || n, 0, 0, 'CNY', 'Asia/Shanghai', $2 FROM generate_series(0, $1::int - 1) AS n`,
    [outlets, price?.group],
  );
  const place = `(SELECT array_agg(id ORDER BY id) FROM outlets)`;
  await pool.query(
    `INSERT INTO devices (id, name, outlet_id, secret_hash)
     SELECT id, id, ${place}[1 + (n - 1) % $2::int], $3 FROM unnest($1::text[]) WITH ORDINALITY AS v (id, n)`,
    [list(chairs, simulatedId), outlets, sha256(simulatedSecret).toString('hex')],
  );
  await pool.query(
    `WITH a AS (
       INSERT INTO accounts (role, account, name, permissions)
       SELECT 'manager', 'manager-' || n, 'Manager ' || n, '{home,details,user}' FROM generate_series(1, $1::int) AS n
       RETURNING id, account)
     INSERT INTO account_outlets (account_id, outlet_id)
     SELECT id, ${place}[1 + (substr(account, 9)::int - 1) % $2::int] FROM a`,
    [managers, outlets],
  );
  await pool.query(
    `INSERT INTO accounts (role, mobile, name)
     SELECT 'consumer', '+86139' || lpad(n::text, 8, '0'), 'Guest ' || n FROM generate_series(1, $1::int) AS n`,
    [consumers],
  );
  for (const [role, tokens] of [
    ['manager', list(managers, managerToken)],
    ['consumer', list(consumers, consumerToken)],
  ] as const) {
    await pool.query(
      `INSERT INTO sessions (token_hash, account_id, exclusive)
       SELECT v.hash, a.id, $1 = 'manager' FROM unnest($2::bytea[]) WITH ORDINALITY AS v (hash, n)
       JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts WHERE role = $1) a USING (n)`,
      [role, tokens.map(sha256)],
    );
  }
  await pool.query(
    `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency,
       created_at, started_at, ends_at, ended_at)
     SELECT 'coin', 'finished', 'coin', d.id, d.outlet_id, 'standard', 1, 100, 100, 'CNY', t, t,
       t + interval '1 min', t + interval '1 min'
     FROM (SELECT id, outlet_id, row_number() OVER (ORDER BY id) - 1 AS n FROM devices) d
     JOIN LATERAL (SELECT now() - interval '365 days' * (i::float / $1::int) - interval '1 hour' AS t
                   FROM generate_series(d.n, $1::int - 1, $2::int) AS i) AS moments ON true`,
    [history, chairs],
  );
  await pool.query('VACUUM ANALYZE');
  return { priceId: String(price?.id) };
}
