import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { sha256 } from '../../server/src/features/session/passwords.ts';
import { callerByToken } from '../../server/src/features/session/session.sql.ts';
import { startServer } from '../../server/src/main.ts';
import { statement } from '../../server/src/platform/db.ts';
import { readEnv } from '../../server/src/platform/env.ts';
import { makeLog } from '../../server/src/platform/log.ts';

/**
 * The whole server plus `/bare`: the session lookup and one prepared lookup by primary key, the minimum for any call.
 * Runs in a separate process, so that measuring costs it nothing.
 */

const [databaseUrl = '', moment = ''] = process.argv.slice(2);
const now = new Date(moment);
const clock = () => now;
const dataDir = mkdtempSync(join(tmpdir(), 'recline-bench-'));
const settings = {
  PORT: '0',
  HOST: '127.0.0.1',
  MQTT_PORT: '0',
  DEMO: '0',
  SMS_PROVIDER: 'log',
  ALLOW_PRETEND: '1',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
};
const { url, pool, stop } = await startServer(readEnv(settings), { clock, log: makeLog('error') });
// The server has just marked every chair as disconnected, which updated every row. Autovacuum is off here.
await pool.query('ANALYZE devices');

const byKey = statement<{ id: number; name: string }, [number]>('bare', 'SELECT id, name FROM outlets WHERE id = $1');
const bare = Fastify();
bare.get('/bare', async (request) => {
  await callerByToken.one(pool, sha256(String(request.headers['access-token'])));
  return { code: 200, message: '', data: await byKey.one(pool, 1) };
});
const bareUrl = `${await bare.listen({ port: 0, host: '127.0.0.1' })}/bare`;

/** A session for each manager: of one outlet, of twenty, of all two hundred. */
async function openSession(account: string): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await pool.query(
    `INSERT INTO sessions (token_hash, account_id, exclusive, created_at, last_used_at)
     SELECT $2, id, false, $3, $3 FROM accounts WHERE account = $1`,
    [account, sha256(token), now],
  );
  return token;
}

const tokens = { one: await openSession('one'), twenty: await openSession('twenty'), all: await openSession('all') };
process.send?.({ url, bareUrl, tokens });
process.on('disconnect', async () => {
  await bare.close();
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
