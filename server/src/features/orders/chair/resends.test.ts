import type { Command } from '@recline/contract/topics';
import { expect, it, onTestFinished } from 'vitest';
import { makeLog } from '../../../platform/log.ts';
import { listen } from '../../../platform/notify.ts';
import { until } from '../../../testing/chairs.ts';
import { useServer } from '../../../testing/server.ts';
import { publishOrders } from '../channels.ts';
import { writeCommand } from './commands.ts';
import { makePendingStarts } from './pending-starts.ts';

/** What a server sends and answers while a start is pending, and at its deadline. */

// The server itself must not judge the starts of this file.
const server = useServer({}, { orders: { sweepEveryMs: 3600_000 } });

/** A starting order with its written command, and the pending starts of a server. */
async function scene({
  giveUp = async () => true,
  resendAfterMs = [],
  validMs = 60_000,
}: {
  giveUp?: () => Promise<boolean>;
  resendAfterMs?: number[];
  validMs?: number;
} = {}) {
  const { pool, world, databaseUrl } = server();
  const { deviceId } = await world.device(await world.outlet());
  const { id } = await world.order(deviceId, { status: 'starting' });
  const order = { id, device_id: deviceId, minutes: 10, gear: 'standard' } as const;
  const written = await writeCommand({ db: pool, now: new Date(), startWaitMs: validMs }, order, 'start');
  const listener = await listen(databaseUrl, makeLog('silent'));
  onTestFinished(() => listener.stop());
  const sent: Command[] = [];
  const logged: string[] = [];
  const asked: number[] = [];
  const pending = makePendingStarts({
    pool,
    clock: () => new Date(),
    log: makeLog('error', { write: (line) => void logged.push(line) }),
    listener,
    timing: { resendAfterMs },
    send: (to, command) => {
      expect(to).toBe(deviceId);
      sent.push(command);
    },
    giveUp: (orderId) => {
      asked.push(orderId);
      return giveUp();
    },
  });
  onTestFinished(pending.stop);
  const fail = () => pool.query(`UPDATE orders SET status = 'failed', ended_at = now() WHERE id = $1`, [id]);
  const publish = async (status: 'starting' | 'pending' | 'running') => {
    const found = await pool.query('SELECT id, outlet_id, device_id, placed_by FROM orders WHERE id = $1', [id]);
    await publishOrders(pool, [{ ...found.rows[0], status }]);
  };
  return { id, deviceId, written, pending, sent, logged, asked, fail, publish };
}

it('a start is sent again and again, under one id, until it is given up at its deadline', async () => {
  const { id, written, pending, sent, asked, fail } = await scene({
    resendAfterMs: [10, 20],
    validMs: 500,
    giveUp: async () => {
      await fail();
      return true;
    },
  });
  pending.launch(written);
  expect(await pending.wait(id)).toBe('failed');
  expect(sent).toEqual([written.command, written.command, written.command]);
  expect(asked).toEqual([id]);
});

it('a start whose chair may still report is given up a little later', async () => {
  let asked = 0;
  const { id, written, pending, fail } = await scene({
    validMs: 0,
    giveUp: async () => {
      asked += 1;
      if (asked === 3) await fail();
      return asked === 3;
    },
  });
  pending.launch(written);
  expect(await pending.wait(id)).toBe('failed');
  expect(asked).toBe(3);
});

it('a start that cannot be given up is logged, and tried again', async () => {
  let asked = 0;
  const { id, written, pending, logged, fail } = await scene({
    validMs: 0,
    giveUp: async () => {
      asked += 1;
      if (asked === 1) throw new Error('no database');
      await fail();
      return true;
    },
  });
  pending.launch(written);
  expect(await pending.wait(id)).toBe('failed');
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { orderId: id, err: { message: 'no database' }, msg: 'a start could not be failed at its deadline and is retried' },
  ]);
});

it('a request for a start that another server has sent sends the same command again', async () => {
  const { id, written, pending, sent, publish } = await scene();
  const waited = pending.wait(id);
  await until(async () => sent.length === 1);
  expect(sent).toEqual([written.command]);
  for (const status of ['starting', 'pending', 'running'] as const) await publish(status);
  expect(await waited).toBe('running');
});

it('a request for such a start past its deadline sends nothing, and has it given up', async () => {
  const { id, pending, sent, asked, fail } = await scene({
    validMs: -1,
    giveUp: async () => {
      await fail();
      return true;
    },
  });
  expect(await pending.wait(id)).toBe('failed');
  expect([sent, asked]).toEqual([[], [id]]);
});

it('a request for an order that starts no longer is answered at once, and nothing is sent', async () => {
  const { id, pending, sent, fail } = await scene();
  await fail();
  expect(await pending.wait(id)).toBe('failed');
  expect(sent).toEqual([]);
});

it('several requests for one start are answered together', async () => {
  const { id, pending, sent, publish } = await scene();
  const waited = [pending.wait(id), pending.wait(id)];
  await until(async () => sent.length > 0);
  await publish('running');
  expect(await Promise.all(waited)).toEqual(['running', 'running']);
});

it('a server that stops answers its waiting requests with what it knows, and sends nothing more', async () => {
  const { id, written, pending, sent } = await scene({ resendAfterMs: [50] });
  pending.launch(written);
  const waited = pending.wait(id);
  pending.stop();
  expect(await waited).toBe('starting');
  expect(await pending.wait(id)).toBe('starting');
  await new Promise((resolve) => setTimeout(resolve, 100)); // longer than until the next resend
  expect(sent).toHaveLength(1);
});
