import { randomInt, randomUUID } from 'node:crypto';
import { type Contract, contract } from '@recline/contract';
import { basePath, type Call } from '@recline/contract/call';
import { describe, expect, it } from 'vitest';
import { useServer } from './testing/server.ts';

/**
 * Every call by every kind of caller, with the code it must get. The table is complete by construction:
 * a call without its row does not compile.
 */

const kinds = ['consumer', 'bound', 'elsewhere', 'without', 'manager'] as const;
type Kind = (typeof kinds)[number];
type Answers = Record<Kind, number>;

/** An outlet with a free chair, an order of `consumer` running on another, feedback on a third order. */
interface Scene {
  outletId: string;
  deviceId: string;
  orderId: string;
  finishedOrderId: string;
  feedbackId: string;
  priceId: string;
}

interface Row {
  input: (scene: Scene) => object;
  answers: Answers;
  /** For a public call that shows more with a token: its answer without one. */
  withoutToken?: number;
}
type Table = { [F in keyof Contract]: { [K in keyof Contract[F]]: Row } };

const nothing = () => ({});
/**
 * consumer: a guest who signed up by phone and owns the order; bound: one bound to another outlet; elsewhere: a manager
 * of another outlet; without: this outlet's manager with no permission.
 */
const answers = (consumer: number, bound: number, elsewhere: number, without: number, manager: number): Answers => ({
  consumer,
  bound,
  elsewhere,
  without,
  manager,
});
const everybody = (code: number) => answers(code, code, code, code, code);
const ownFigures: Row = { input: nothing, answers: answers(403, 403, 200, 403, 200) };
const thisOutlet: Row = { input: ({ outletId }) => ({ outletId }), answers: answers(403, 403, 404, 403, 200) };
const thisChair = (code: Answers): Row => ({ input: ({ deviceId }) => ({ deviceId }), answers: code });

const table: Table = {
  session: {
    publicKey: { input: nothing, answers: everybody(200) },
    login: { input: () => ({ account: 'x', keyId: 'never', password: 'AAAA' }), answers: everybody(400) },
    smsCode: { input: () => ({ mobile: `139${String(randomInt(1e8)).padStart(8, '0')}` }), answers: everybody(200) },
    smsLogin: { input: () => ({ mobile: '13900000000', code: '000000' }), answers: everybody(20104) },
    guest: { input: nothing, answers: everybody(200) },
    walletStart: { input: () => ({ wallet: 'wechat', returnTo: '/' }), answers: everybody(404) },
    walletLogin: { input: () => ({ wallet: 'wechat', code: 'x', state: 'x' }), answers: everybody(404) },
    info: { input: nothing, answers: everybody(200) },
    logout: { input: nothing, answers: everybody(200) },
  },
  agreements: { get: { input: nothing, answers: everybody(200) } },
  dictionary: { get: { input: nothing, answers: everybody(200) } },
  revenue: {
    today: ownFigures,
    overview: ownFigures,
    summary: ownFigures,
    home: ownFigures,
    realTime: ownFigures,
    sevenDays: ownFigures,
    ordersSevenDays: ownFigures,
    statistics: thisOutlet,
    byOutlet: thisOutlet,
    report: thisOutlet,
    comparison: thisOutlet,
    hours: thisOutlet,
  },
  outlets: {
    list: { input: nothing, answers: answers(403, 403, 200, 200, 200) },
    place: { input: ({ outletId }) => ({ outletId }), answers: everybody(200) },
    setPlace: {
      input: ({ outletId }) => ({ outletId, latitude: 1, longitude: 2, address: 'Here' }),
      answers: answers(403, 403, 404, 200, 200),
    },
  },
  devices: {
    list: thisOutlet,
    outages: { input: () => ({ deviceIds: '[]' }), answers: answers(403, 403, 200, 403, 200) },
    label: thisChair(everybody(200)),
  },
  chairPage: { get: thisChair(everybody(200)), freeChairs: thisChair(everybody(200)) },
  orders: {
    list: thisOutlet,
    summary: thisOutlet,
    get: { input: ({ orderId }) => ({ orderId }), answers: answers(200, 404, 404, 404, 200) },
    mine: { input: nothing, answers: everybody(200) },
    // Only the key in the address to which a provider sends the payer shows an order without a token.
    returned: { input: ({ orderId }) => ({ orderId, key: 'guessed' }), answers: everybody(404) },
    receipt: { input: ({ orderId }) => ({ orderId }), answers: answers(200, 404, 404, 404, 200), withoutToken: 404 },
    stop: { input: ({ orderId }) => ({ orderId }), answers: answers(200, 404, 404, 200, 200) },
    refund: {
      input: ({ finishedOrderId }) => ({ orderId: finishedOrderId, reason: 'It squeaked' }),
      answers: answers(403, 403, 404, 403, 200),
    },
  },
  starting: {
    deviceStatus: thisChair(answers(200, 20204, 20204, 200, 200)),
    priceGroup: thisChair(everybody(200)),
    adverts: thisChair(everybody(200)),
    quote: thisChair(answers(200, 20204, 20204, 200, 200)),
    // A price of another chair: a caller who gets as far as that error is allowed to start the chair.
    activate: {
      input: ({ deviceId }) => ({ deviceId, priceId: '999999', payType: 'cash', requestId: randomUUID() }),
      answers: answers(400, 20204, 20204, 400, 400),
    },
    pay: { input: ({ orderId }) => ({ orderId }), answers: answers(200, 404, 404, 404, 404) },
  },
  feedback: {
    insert: {
      input: ({ orderId }) => ({ orderId, problem: 'noise', description: 'It squeaks', files: [] }),
      answers: answers(200, 404, 404, 404, 403),
    },
    get: { input: ({ finishedOrderId }) => ({ orderId: finishedOrderId }), answers: answers(200, 404, 404, 404, 200) },
    list: thisOutlet,
    reply: {
      input: ({ feedbackId }) => ({ feedbackId, reply: 'Thank you', status: 'done' }),
      answers: answers(403, 403, 404, 403, 200),
    },
  },
  uploads: {
    policy: { input: nothing, answers: everybody(200) },
    remove: { input: () => ({ url: 'https://elsewhere.example/x' }), answers: everybody(200) },
    origins: { input: nothing, answers: everybody(200) },
  },
  events: {
    ticket: { input: nothing, answers: everybody(200) },
    stream: { input: ({ orderId }) => ({ orderId }), answers: answers(200, 404, 404, 404, 200) },
  },
};

const server = useServer();

async function setTheScene() {
  const { world, client } = server();
  const [outlet, other] = [await world.outlet(), await world.outlet()];
  const callers = {
    consumer: await world.consumer(),
    bound: await world.consumer({ boundTo: other }),
    elsewhere: await world.manager([other]),
    without: await world.manager([outlet], []),
    manager: await world.manager([outlet]),
  };
  const free = await world.device(outlet, { online: true });
  const busy = await world.device(outlet, { online: true });
  const running = await world.order(busy.deviceId, { status: 'running', placedBy: callers.consumer });
  const finished = await world.order(free.deviceId, { placedBy: callers.consumer });
  const feedback = { orderId: finished.orderId, problem: 'dirty', description: 'Crumbs', files: [] } as const;
  const { data } = await client.feedback.insert(
    { ...feedback, files: [] },
    { token: callers.consumer.token, json: true },
  );
  const scene: Scene = {
    outletId: outlet.outletId,
    deviceId: free.deviceId,
    orderId: running.orderId,
    finishedOrderId: finished.orderId,
    feedbackId: data.feedbackId,
    priceId: outlet.prices[0]?.priceId ?? '',
  };
  return { scene, callers };
}

/** The code of the answer; a stream that opens counts as 200 and is closed. */
async function codeOf(call: Call, input: object, token: string | undefined): Promise<number> {
  if (!call.answers) return (await server().client.raw(call.method, call.path, input, { token, json: true })).code;
  const leave = new AbortController();
  const query = new URLSearchParams(input as Record<string, string>).toString();
  const headers: Record<string, string> = token === undefined ? {} : { 'access-token': token };
  const response = await fetch(`${server().url}${basePath}${call.path}?${query}`, { headers, signal: leave.signal });
  const code = response.ok ? 200 : ((await response.json()) as { code: number }).code;
  leave.abort();
  return code;
}

const everyCall = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Call>).map(([name, call]) => {
    const row = (table[feature as keyof Table] as Record<string, Row>)[name];
    if (!row) throw new Error(`${feature}.${name} has no row`);
    return [`${feature}.${name}`, call, row] as const;
  }),
);

describe.each(everyCall)('%s', (_name, call, { input, answers: expected, withoutToken }) => {
  it.each(kinds)('answers %s as the table says', async (kind) => {
    const { scene, callers } = await setTheScene();
    expect(await codeOf(call, input(scene), callers[kind].token)).toBe(expected[kind]);
  });

  it('answers callers without a token and with an expired, revoked or replaced session according to the access rule', async () => {
    const { client, world, pool } = server();
    const { scene } = await setTheScene();
    const ask = (token: string | undefined) => codeOf(call, input(scene), token);
    const [old, revoked, replaced] = [await world.consumer(), await world.consumer(), await world.manager([])];
    await pool.query("UPDATE sessions SET last_used_at = now() - interval '181 days' WHERE account_id = $1", [
      old.accountId,
    ]);
    await client.session.logout({}, { token: revoked.token });
    await client.logIn(replaced.account, replaced.password);
    const codes = [await ask(undefined), await ask(old.token), await ask(revoked.token), await ask(replaced.token)];
    const open = withoutToken ?? expected.consumer;
    expect(codes).toEqual(call.access === 'public' ? [open, open, open, open] : [401, 20109, 401, 30107]);
  });
});
