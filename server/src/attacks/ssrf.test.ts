import { once } from 'node:events';
import { createServer } from 'node:net';
import { contract } from '@recline/contract';
import { basePath, type Call, type Calls } from '@recline/contract/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCli } from '../testing/cli.ts';
import { useServer } from '../testing/server.ts';
import { postFile, samples } from '../testing/uploads.ts';

/** Server-side request forgery: the server never requests an address from a caller. */

const server = useServer();
let connections = 0;
let trap = '';
const listening = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  trap = `http://127.0.0.1:${(listening.address() as { port: number }).port}`;
});
afterAll(() => listening.close());

const everyCall = () =>
  Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries(calls as Calls).map(([name, call]) => ({ name: `${feature}.${name}`, call: call as Call })),
  );

/** The trap's address in each field of the call's input; a list gets it as its only entry. */
function inputOf({ input }: Call): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string }>;
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [
      name,
      type === 'array' ? [`${trap}/${name}`] : `${trap}/${name}`,
    ]),
  );
}

/** Headers from which a server might read an address to request. */
const misleading = () => ({
  'x-forwarded-host': new URL(trap).host,
  'x-forwarded-proto': 'http',
  forwarded: `host=${new URL(trap).host}`,
  'x-original-url': `${trap}/x`,
  'x-rewrite-url': `${trap}/x`,
  referer: `${trap}/x`,
  origin: trap,
});

describe('an address from a caller is not requested', () => {
  it('in any field of any call, or in a header', async () => {
    const { world, url } = server();
    const outlet = await world.outlet();
    const tokens = [(await world.manager([outlet])).token, (await world.consumer()).token];
    for (const { call } of everyCall()) {
      if (call.answers) continue;
      for (const token of tokens) {
        const fields = inputOf(call);
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(fields)) query.append(name, String(value));
        const isPost = call.method === 'POST';
        const answer = await fetch(`${url}${basePath}${call.path}${isPost ? '' : `?${query.toString()}`}`, {
          method: call.method,
          headers: { 'content-type': 'application/json', 'access-token': token, ...misleading() },
          ...(isPost ? { body: JSON.stringify(fields) } : {}),
        });
        expect(answer.status).toBeLessThan(500);
        await answer.arrayBuffer();
      }
    }
    expect(connections).toBe(0);
  });

  it("in feedback with a stranger's file, in a picture's name, or in the callback of a file host", async () => {
    const { client, world, url } = server();
    const outlet = await world.outlet();
    const guest = await world.consumer();
    const { deviceId } = await world.device(outlet);
    const { orderId } = await world.order(deviceId, { placedBy: guest });
    const told = { orderId, problem: 'noise', description: trap, files: [`${trap}/a.png`] } as const;
    expect((await client.feedback.insert({ ...told, files: [...told.files] }, { ...guest, json: true })).code).toBe(
      400,
    );
    const policy = (await client.uploads.policy({}, guest)).data;
    await postFile(policy, 'a.png', samples['image/png'], { key: `${policy.dir}${trap}/a.png` });
    await fetch(`${url}/api/files/oss-callback`, {
      method: 'POST',
      headers: { 'x-oss-pub-key-url': Buffer.from(`${trap}/key.pem`).toString('base64'), authorization: 'AAAA' },
      body: 'key=x',
    });
    expect(connections).toBe(0);
  });

  it('in an advert that an administrator enters and a guest is shown', async () => {
    const { client, world, databaseUrl, dataDir } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet);
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const words = ['advert', 'add', '--title', 'A', '--image', `${trap}/a.png`, '--link', `${trap}/b`];
    await runCli([...words, '--outlet', outlet.outletId], env);
    expect((await client.starting.adverts({ deviceId }, await world.consumer())).code).toBe(200);
    expect(connections).toBe(0);
  });
});
