import { startBroker } from '@recline/server/gateway/broker';
import { makeLog } from '@recline/server/platform/log';
import { makeMetrics } from '@recline/server/platform/metrics';
import { spawnProgram } from './own-process.ts';

interface BareBroker {
  url: string;
  username: string;
  password: string;
}

/** The broker of the server without the server, in a process of its own; every chair is let in. */
export const spawnBroker = () => spawnProgram<BareBroker>(import.meta.filename);

if (import.meta.main) {
  const broker = await startBroker({
    checkSecret: async () => true,
    log: makeLog('silent'),
    metrics: makeMetrics(),
  });
  const port = await broker.listen(0, '127.0.0.1');
  const { username, password } = broker;
  console.log(JSON.stringify({ url: `mqtt://127.0.0.1:${port}`, username, password }));
}
