import { createServer, type IncomingMessage } from 'node:http';
import { currencies } from '@recline/contract/money';
import { z } from 'zod';
import type { Chair } from './chair.ts';
import { faultNames, isFault } from './faults.ts';
import type { Fleet } from './fleet.ts';

/**
 * A small interface to a running fleet, on this machine only: GET /chairs every chair with its state POST
 * /chairs/:id/fault { "name": "refuses" } gives it a fault, { "name": null } clears all faults POST /chairs/:id/coin {
 * "coins", "amount", "currency", "minutes", "at"? } POST /chairs/:id/break { "code": "E42" } reports a fault; without a
 * code it is repaired POST /chairs/:id/power { "offFor": milliseconds } POST /chairs/:id/connection { "lostFor":
 * milliseconds }
 */
export interface Control {
  url: string;
  stop(): Promise<void>;
}

const wait = z.number().min(0).max(86_400_000);
const bodies = {
  fault: z.object({ name: z.enum(faultNames).nullable() }),
  coin: z.object({
    coins: z.int().min(1),
    amount: z.int().min(0),
    currency: z.enum(currencies),
    minutes: z.int().min(1).max(600),
    at: z.iso.datetime({ offset: true }).optional(),
  }),
  break: z.object({ code: z.string().min(1).max(64).optional() }),
  power: z.object({ offFor: wait }),
  connection: z.object({ lostFor: wait }),
};

const actions: { [A in keyof typeof bodies]: (chair: Chair, body: z.output<(typeof bodies)[A]>) => unknown } = {
  fault: (chair, { name }) => (isFault(name) ? chair.faults.add(name) : chair.faults.clear()),
  coin: (chair, { at, ...coin }) => chair.insertCoin({ ...coin, ...(at ? { at: new Date(at) } : {}) }),
  break: (chair, { code }) => (code ? chair.breakDown(code) : chair.repair()),
  power: (chair, { offFor }) => chair.cutPower(offFor),
  connection: (chair, { lostFor }) => chair.loseConnection(lostFor),
};

export async function startControl(fleet: Fleet, port: number): Promise<Control> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    handle(fleet, request).then(
      ({ status, body }) => answer(status, body),
      (error: Error) => answer(400, { error: error.message }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function handle(fleet: Fleet, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const [, root, deviceId, action] = new URL(request.url ?? '/', 'http://here').pathname.split('/');
  if (root !== 'chairs') return { status: 404, body: { error: 'no such path' } };
  if (!deviceId) return { status: 200, body: [...fleet.chairs.values()].map(describe) };
  const chair = fleet.chairs.get(deviceId);
  if (!chair || !action || !(action in bodies)) return { status: 404, body: { error: 'no such chair or action' } };
  const name = action as keyof typeof bodies;
  const body = bodies[name].parse(await readJson(request));
  await (actions[name] as (chair: Chair, body: unknown) => unknown)(chair, body);
  return { status: 200, body: describe(chair) };
}

const describe = (chair: Chair) => ({
  deviceId: chair.deviceId,
  connected: chair.connected,
  state: chair.state,
  orderId: chair.memory.run?.orderId ?? null,
  faults: [...chair.faults],
  unacknowledged: chair.memory.journal.length,
});

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}
