import { Aedes } from 'aedes';
import { expect, it } from 'vitest';
import { makeLog } from '../../platform/log.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { connectInside } from '../mqtt.ts';
import { brokerSettings, startBroker } from './broker.ts';

it('thousands of messages without a listener do not overflow the stack', async () => {
  const broker = await Aedes.createBroker(brokerSettings);
  const held: (() => void)[] = [];
  await new Promise<void>((done) => broker.subscribe('held', (_packet, release) => void held.push(release), done));
  const publish = (topic: string) =>
    new Promise<void>((done, failed) =>
      broker.publish({ cmd: 'publish', topic, payload: '', qos: 0, retain: false, dup: false }, (error) =>
        error ? failed(error) : done(),
      ),
    );
  const waiting = Array.from({ length: 150 }, () => publish('held'));
  const unheard = Array.from({ length: 20_000 }, () => publish('unheard'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(held.length).toBeGreaterThan(0);
  while (held.length > 0) for (const release of held.splice(0)) release();
  await Promise.all([...waiting, ...unheard]);
  await new Promise<void>((closed) => broker.close(closed));
});

it("when stopping, closes the server's connection, which then waits for no message and logs nothing", async () => {
  const logged: string[] = [];
  const log = makeLog('debug', { write: (line: string) => void logged.push(line) });
  const broker = await startBroker({ checkSecret: async () => true, maxConnections: 1, log, metrics: makeMetrics() });
  const gateway = connectInside(broker, log);
  await gateway.subscribe(() => {});
  await gateway.fence();
  expect(gateway.connected()).toBe(true);
  const underWay = gateway.fence();
  await broker.stop();
  await underWay;
  expect(gateway.connected()).toBe(false);
  await gateway.fence();
  await gateway.stop();
  expect(logged).toEqual([]);
});

it('accepts one connection of the server: a second one under its id would end the first, and lose events in between', async () => {
  const log = makeLog('silent');
  const broker = await startBroker({ checkSecret: async () => true, maxConnections: 1, log, metrics: makeMetrics() });
  let opened = 0;
  const open = () => {
    opened += 1;
    return broker.open();
  };
  const gateway = connectInside({ ...broker, open }, log);
  await gateway.subscribe(() => {});
  await gateway.fence();
  expect([opened, gateway.connected()]).toEqual([1, true]);
  await gateway.stop();
  await broker.stop();
});
