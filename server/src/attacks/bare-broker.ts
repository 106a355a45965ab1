import { onTestFinished } from 'vitest';
import { startBroker } from '../gateway/broker/broker.ts';
import { connectInside } from '../gateway/mqtt.ts';
import { makeLog } from '../platform/log.ts';
import { makeMetrics } from '../platform/metrics.ts';

/** The embedded broker for one test, with a gateway but no server behind it. It accepts every connection. */
export async function startBareBroker() {
  const metrics = makeMetrics();
  const logged: string[] = [];
  const log = makeLog('warn', { write: (line) => void logged.push(line) });
  const broker = await startBroker({ checkSecret: async () => true, maxConnections: 50, log, metrics });
  const port = await broker.listen(0, '127.0.0.1');
  const gateway = connectInside(broker, log);
  onTestFinished(async () => {
    await gateway.stop();
    await broker.stop();
  });
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    gateway,
    logged,
    /** How often something was refused: `connect`, `publish`, `subscribe`, `unacknowledged`, `unread`. */
    async refused(what: string): Promise<number> {
      const { values } = await metrics.chairMessages.get();
      const found = values.find(({ labels }) => labels.topic === what && labels.outcome === 'refused');
      return found?.value ?? 0;
    },
  };
}
