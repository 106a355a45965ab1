import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

/** Registers simulated chairs in a database, in a separate outlet, each with a new secret. */
export async function registerChairs(
  databaseUrl: string,
  count: number,
): Promise<{ deviceId: string; secret: string }[]> {
  const chairs = Array.from({ length: count }, (_, index) => ({
    deviceId: simulatedId(index),
    secret: randomBytes(24).toString('base64url'),
  }));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await client.query<{ id: string }>(`SELECT id FROM outlets WHERE name = 'Simulated chairs'`);
    const outletId = found.rows[0]?.id ?? (await newOutlet(client));
    await client.query(
      `INSERT INTO devices (id, name, outlet_id, secret_hash)
       SELECT id, 'Simulated ' || id, $3, hash FROM unnest($1::text[], $2::text[]) AS v (id, hash)
       ON CONFLICT (id) DO UPDATE SET secret_hash = excluded.secret_hash WHERE devices.outlet_id = $3`,
      [chairs.map((chair) => chair.deviceId), chairs.map((chair) => sha256(chair.secret)), outletId],
    );
  } finally {
    await client.end();
  }
  return chairs;
}

export const simulatedId = (index: number): string => `SIM${String(index + 1).padStart(6, '0')}`;

async function newOutlet(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `WITH g AS (INSERT INTO price_groups (name, currency) VALUES ('Simulated chairs', 'CNY') RETURNING id),
       p AS (INSERT INTO prices (price_group_id, gear, minutes, amount, currency, recommended)
             SELECT id, 'standard', 10, 1000, 'CNY', true FROM g)
     INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone, price_group_id)
     SELECT 'Simulated chairs', 'nowhere', 0, 0, 'CNY', 'Asia/Shanghai', id FROM g RETURNING id`,
  );
  return rows[0]?.id;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
