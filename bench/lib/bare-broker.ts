import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startBroker } from '@recline/server/gateway/broker';
import { makeLog } from '@recline/server/platform/log';
import { makeMetrics } from '@recline/server/platform/metrics';

interface BareBroker {
  url: string;
  username: string;
  password: string;
  stop(): Promise<void>;
}

/** The broker of the server without the server, in a process of its own; every chair is let in. */
export async function spawnBroker(): Promise<BareBroker> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  for await (const line of createInterface({ input: child.stdout })) {
    return { ...(JSON.parse(line) as Omit<BareBroker, 'stop'>), stop };
  }
  throw new Error('the broker did not start');
}

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
