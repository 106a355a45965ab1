import { startTestServer } from '@recline/server/testing/start';
import { median } from './lib/figures.ts';
import { startTemporaryPostgres } from './lib/postgres.ts';

/** Does the time of a refused login tell whether the account exists? A ratio near 1 says that it does not. */

const rounds = 60;
const postgres = await startTemporaryPostgres();
const server = await startTestServer(postgres.url);
try {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let round = 0; round < rounds; round += 1) {
    // Each round uses a new account and resets the counter of the address, so that no rate limit interferes.
    const known = (await server.world.manager([])).account;
    const sealed = await server.client.encrypt('not the password');
    for (const kind of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const started = performance.now();
      await server.client.session.login({ account: kind === 'known' ? known : `nobody-${round}`, ...sealed });
      times[kind].push(performance.now() - started);
    }
    await server.pool.query('DELETE FROM login_attempts');
  }
  console.log(
    `wrong password / unknown account, median of ${rounds}: ${(median(times.known) / median(times.unknown)).toFixed(3)}`,
  );
} finally {
  await server.stop();
  await postgres.stop();
}
