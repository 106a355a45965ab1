import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { until } from '../testing/chairs.ts';
import { createDatabase } from '../testing/database.ts';
import { type ServerProcess, spawnServer } from '../testing/process.ts';

let database: { url: string; drop(): Promise<void> };
let server: ServerProcess;
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  const program = join(import.meta.dirname, '../testing/quick-bills-server.ts');
  server = await spawnServer({ DATABASE_URL: database.url }, { program });
});
afterAll(async () => {
  await server.kill();
  await database.drop();
});

const metrics = async () => (await fetch(`${server.url}/metrics`)).text();

describe('an uncaught error', () => {
  it('is logged and counted for a rejected promise, and the server continues', async () => {
    process.kill(server.pid, 'SIGUSR2');
    await until(async () => (await metrics()).includes('recline_unexpected_errors_total{kind="rejection"} 1'));
    expect(server.logged.join('\n')).toContain('nobody waits for this');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('stops the server gracefully after an exception, so that the service manager restarts it', async () => {
    process.kill(server.pid, 'SIGWINCH');
    expect(await server.ended).toBe(1);
    expect(server.logged.join('\n')).toMatch(/nobody catches this[\s\S]*stops in order/);
    expect(server.logged.join('\n')).not.toContain('did not stop cleanly');
  });
});
