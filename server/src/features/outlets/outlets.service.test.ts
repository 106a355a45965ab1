import { expect, it } from 'vitest';
import type { Pool } from '../../platform/db.ts';
import { useServer } from '../../testing/server.ts';
import { makeOutlets } from './outlets.service.ts';

const server = useServer();

/** A pool that runs `meanwhile` once, just before it sends a query. */
function poolWith(meanwhile: { work?: () => Promise<unknown> }): Pool {
  const { pool } = server();
  const query = async (statement: { text: string }) => {
    const { work } = meanwhile;
    delete meanwhile.work;
    await work?.();
    return pool.query(statement);
  };
  return { query } as unknown as Pool;
}

it('a cache that expires while another call waits does not mix up currencies', async () => {
  const { world } = server();
  const [yuan, ringgit] = [await world.outlet({ currency: 'CNY' }), await world.outlet({ currency: 'RM' })];
  const [yuanId, ringgitId] = [Number(yuan.outletId), Number(ringgit.outletId)];
  let now = Date.now();
  const meanwhile: { work?: () => Promise<unknown> } = {};
  const outlets = makeOutlets({ pool: poolWith(meanwhile), clock: () => new Date(now), currency: 'CNY' });
  await outlets.scopeOf({ outletIds: [yuanId] }, {}, 0);
  meanwhile.work = () => {
    now += 60_000;
    return outlets.scopeOf({ outletIds: [ringgitId] }, {}, 0);
  };
  const scope = await outlets.scopeOf({ outletIds: [yuanId, ringgitId] }, {}, 0);
  expect(scope).toMatchObject({ currency: 'CNY', inCurrency: [yuanId], currencies: ['CNY', 'RM'] });
});
