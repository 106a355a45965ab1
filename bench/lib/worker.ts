import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { launcher } from '@recline/server/testing/process';

export interface Worker<Request, Reply> {
  pid: number;
  /** One request at a time: the next may follow once this one has its reply. */
  ask(request: Request): Promise<Reply>;
  stop(): void;
}

/** Callers in a separate process: a script of `bench/workers`. Resolves when it is ready for requests. */
export async function startWorker<Request extends object, Reply>(
  name: 'managers' | 'guests' | 'crowd' | 'pages' | 'starts',
  settings: object,
): Promise<Worker<Request, Reply>> {
  const child = fork(join(import.meta.dirname, '../workers', `${name}.ts`), [JSON.stringify(settings)], {
    serialization: 'advanced',
    execPath: launcher,
    execArgv: [],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the worker ${name} ended`)));
  ended.catch(() => {}); // it may end while nobody waits for a reply
  const reply = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message as Reply;
  };
  await reply();
  return {
    pid: child.pid ?? 0,
    ask(request) {
      const answer = reply();
      child.send(request);
      return answer;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

type Handle<Request, Reply> = (request: Request) => Reply | Promise<Reply>;

/** Inside a worker process: prepares with its settings, then answers requests. */
export async function serveRequests<Settings, Request, Reply>(
  prepare: (settings: Settings) => Promise<Handle<Request, Reply>> | Handle<Request, Reply>,
): Promise<void> {
  setPriority(5); // real callers have their own processors, so these must not use the server's
  const handle = await prepare(JSON.parse(process.argv[2] ?? '') as Settings);
  process.on('message', async (request) => process.send?.(await handle(request as Request)));
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
