import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { Aedes } from 'aedes';

interface BareBroker {
  url: string;
  stop(): Promise<void>;
}

/** The broker that is inside the server, without the server and its rules, in a process of its own. */
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
  const broker = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, (socket) => void broker.handle(socket));
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  process.stdout.write(`${JSON.stringify({ url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
}
