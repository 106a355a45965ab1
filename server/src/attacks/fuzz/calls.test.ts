import { basePath } from '@recline/contract/call';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRevenue } from '../../features/revenue/revenue.upkeep.ts';
import { useChairs } from '../../testing/chairs.ts';
import { useServer } from '../../testing/server.ts';
import { bodies, queries } from './encodings.ts';
import { fuzzTimeout, runs } from './runs.ts';
import { type Kind, kinds, type Scene, setScene, victimsRows } from './scene.ts';
import { agent, expectEnvelope, type Sent, send } from './send.ts';
import { inputs, type JsonSchema, strangeText } from './values.ts';

/** Every call of the served OpenAPI document with random input. New calls are included automatically. */

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const server = useServer();
const connectChair = useChairs(server);
let scene: Scene;
let document: Document;
let before: unknown[];

beforeAll(async () => {
  const outlet = await server().world.outlet();
  const { deviceId } = await connectChair(outlet);
  scene = await setScene(server(), { outlet, deviceId });
  document = (await (await fetch(`${server().url}/api/openapi.json`)).json()) as Document;
  before = await victimsRows(server(), scene);
});
afterAll(() => agent.destroy());

/** Text that is allowed in a header: Node refuses to send anything else. */
const headerText = (value: string) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 4000);
const oddHeader = strangeText.map(headerText);
const headers: Arbitrary<Record<string, string>> = fc.record(
  {
    lang: fc.oneof(fc.constantFrom('zh_CN', 'en_US', 'id_ID'), oddHeader),
    'timezone-offset': fc.oneof(fc.integer({ min: -720, max: 840 }).map(String), oddHeader),
    'x-forwarded-for': oddHeader,
    host: fc.constantFrom('evil.example', '[::1]:80', 'a:b:c'),
    accept: oddHeader,
    cookie: oddHeader,
    'if-none-match': oddHeader,
    range: oddHeader,
  },
  { requiredKeys: [] },
);

interface Asked {
  kind: Kind;
  sent: Sent;
  spoilToken: ((token: string) => string) | undefined;
}
const spoilers = [
  (token: string) => token.slice(1),
  (token: string) => `${token}, ${token}`,
  (token: string) => `ticket.${token}`,
  () => 'x'.repeat(8000),
];

function requests(path: string, method: string, operation: Operation): Arbitrary<Asked> {
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const schema = operation.requestBody?.content['application/json'].schema ?? {
    properties: Object.fromEntries(inQuery.map((parameter) => [parameter.name, parameter.schema])),
  };
  const input = inputs(schema, scene.ids);
  const content: Arbitrary<Sent> =
    method === 'post'
      ? input
          .chain((value) => fc.tuple(bodies(value), headers))
          .map(([body, more]) => ({ method: 'POST', path, headers: { ...more, ...body.headers }, bytes: body.bytes }))
      : input
          .chain((value) => fc.tuple(queries(value), headers))
          .map(([query, more]) => ({ method: method.toUpperCase(), path: `${path}?${query}`, headers: more }));
  return fc.record({
    kind: fc.constantFrom(...kinds),
    sent: content,
    spoilToken: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...spoilers) },
    ),
  });
}

async function ask({ kind, sent, spoilToken }: Asked): Promise<void> {
  const token = scene.tokenOf(kind);
  const shown = spoilToken ? spoilToken(token) : token;
  const headers = { ...sent.headers, ...(shown ? { 'access-token': shown } : {}) };
  expectEnvelope(await send(server().url, { ...sent, headers }), scene.victims.secrets);
}

describe('each call, with any input', { timeout: fuzzTimeout }, () => {
  it('answers with the envelope, never with a server error or other people’s data', async () => {
    expect(Object.keys(document.paths).length).toBeGreaterThan(20);
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        await scene.logIn();
        await fc.assert(fc.asyncProperty(requests(path, method, operation), ask), runs(30));
      }
    }
  });

  it('is not found by another method or path', async () => {
    const odd = fc.record({
      kind: fc.constantFrom(...kinds),
      spoilToken: fc.constant(undefined),
      sent: fc.record({
        method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'),
        path: fc
          .tuple(fc.constantFrom(basePath, ...Object.keys(document.paths)), strangeText)
          .map(([path, more]) => `${path}/${encodeURI(more.toWellFormed()).slice(0, 2000)}`),
        headers,
      }),
    });
    await fc.assert(fc.asyncProperty(odd, ask), runs(200));
  });
});

describe('afterwards', () => {
  it('the rows of others are unchanged', async () => {
    expect(await victimsRows(server(), scene)).toEqual(before);
  });

  it('the server works, its statistics match its orders, and no internal error was logged', async () => {
    const { client, world, pool } = server();
    const manager = await world.manager([scene.victims.outlet]);
    expect((await client.revenue.home({}, { token: manager.token })).code).toBe(200);
    expect((await fetch(`${server().url}/readyz`)).status).toBe(200);
    expect(await checkRevenue(pool)).toEqual([]);
    expect(server().logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
