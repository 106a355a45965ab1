import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createServer } from 'node:tls';
import type { ProviderName } from '@recline/provider-simulator/core/faults';
import type { Providers } from '@recline/provider-simulator/simulator';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { selfSigned } from '../testing/certificate.ts';
import { runCli } from '../testing/cli.ts';
import { createDatabase } from '../testing/database.ts';
import { startMosquitto } from '../testing/mosquitto.ts';
import { describeWithMosquitto } from '../testing/outside-broker.ts';
import { startTestProviders } from '../testing/providers.ts';
import { useServer } from '../testing/server.ts';
import { startSmsProviders } from '../testing/sms-providers.ts';
import { startTestServer, type TestServer } from '../testing/start.ts';
import { checkCertificate } from './doctor/certificate.ts';
import type { Finding } from './doctor/finding.ts';

const server = useServer();
const portOf = (url: string) => new URL(url).port;

/** The settings of the running server, as an operator gives them. */
const settings = () => ({
  DATABASE_URL: server().databaseUrl,
  DATA_DIR: server().dataDir,
  HOST: '127.0.0.1',
  PORT: portOf(server().url),
  MQTT_PORT: portOf(server().mqttUrl),
  PUBLIC_URL: server().url,
  PAYMENT_PROVIDERS: 'sandbox',
  SMS_PROVIDER: 'log',
});

async function doctor(changes: Record<string, string> = {}, ...words: string[]) {
  const { code, stdout, stderr } = await runCli(['doctor', '--json', ...words], { ...settings(), ...changes });
  if (stdout === '') throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return { code, findings, of: (check: string) => findings.find((finding) => finding.check === check) };
}

describe('recline doctor', () => {
  it('finds the server, its address, its broker and its database', async () => {
    const { of, code } = await doctor();
    for (const check of ['server', 'public address', 'broker', 'database version', 'migrations', 'clock'])
      expect(of(check)).toMatchObject({ check, state: 'ok' });
    // The test cannot know how full the disk of this machine is.
    expect(of('disk')).toMatchObject({ says: expect.stringMatching(/^\d+\.\d GiB free for \//) });
    expect(code).toBe(1); // the sandbox is on, among others
  });

  it('tells the operator what to do about each problem', async () => {
    const { findings } = await doctor();
    for (const { state, todo } of findings) expect(todo === undefined).toBe(state === 'ok');
    const { stdout, code } = await runCli(['doctor'], settings());
    expect(code).toBe(1);
    expect(stdout).toMatch(/WRONG\s+payments: sandbox .*\n\s+→ Take sandbox out of PAYMENT_PROVIDERS\./);
  });

  it.each([
    ['payments: sandbox', {}],
    ['sms: log', {}],
    ['certificate', {}],
    ['durability', {}], // the database of the tests runs without fsync
    ['callers', { PUBLIC_URL: 'https://127.0.0.1:1' }],
    ['certificate', { PUBLIC_URL: 'https://127.0.0.1:1' }],
    ['public address', { PUBLIC_URL: 'http://127.0.0.1:1' }],
    ['server', { PORT: '1' }],
    ['broker', { MQTT_PORT: '1' }],
    ['broker', { MQTT_URL: 'mqtt://127.0.0.1:1' }],
    ['sms', { SMS_PROVIDER: 'twilio' }],
  ])('finds %s wrong with %o', async (check, changes) => {
    expect((await doctor(changes)).of(check)).toMatchObject({ state: 'wrong' });
  });

  it('reports an unreachable database, and still runs all other checks', async () => {
    const { code, of } = await doctor({ DATABASE_URL: 'postgres://127.0.0.1:1/recline' });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({ state: 'wrong' });
    expect(of('server')).toMatchObject({ state: 'ok' });
    expect(of('public address')).toMatchObject({ state: 'look' });
    expect(of('broker')).toMatchObject({ state: 'ok' });
  });

  it('reports an empty database briefly, and runs every check that does not need it', async () => {
    const empty = await createDatabase(inject('postgresUrl'), 'template0');
    const { of, findings } = await doctor({ DATABASE_URL: empty.url }).finally(empty.drop);
    expect(of('migrations')).toMatchObject({ says: expect.stringMatching(/^\d+, 0001_schema\.sql to .* missing$/) });
    expect(of('server')).toMatchObject({ state: 'ok' });
    expect(of('callers')).toMatchObject({ state: 'look', says: 'not checked: the database lacks tables' });
    expect(JSON.stringify(findings)).not.toContain('relation');
  });

  it('sees that all callers have one address', async () => {
    await server().pool.query(
      `INSERT INTO login_attempts (account, address) SELECT 'a' || n, '10.0.0.1' FROM generate_series(1, 20) n`,
    );
    expect((await doctor()).of('callers')).toMatchObject({ state: 'wrong', says: expect.stringContaining('10.0.0.1') });
  });
});

describe('the public address', () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startTestServer(inject('postgresUrl'));
  });
  afterAll(() => other.stop());

  it('that leads to another installation is found', async () => {
    const { of } = await doctor({ PUBLIC_URL: other.url });
    expect(of('public address')).toMatchObject({ state: 'wrong', says: expect.stringContaining('not as this') });
  });
});

it.each([
  [200, 'ok'],
  [404, 'wrong'],
])("a sticker's page that answers %i is %s", async (status, state) => {
  const { world } = server();
  await world.device(await world.outlet());
  const proxy = createHttpServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  expect((await doctor({ PUBLIC_URL: `http://127.0.0.1:${port}` })).of('stickers')).toMatchObject({
    state,
    says: expect.stringContaining('deviceId='),
  });
  proxy.closeAllConnections();
  proxy.close();
});

describe('a certificate', () => {
  const day = 24 * 3600_000;

  it.each([
    ['expired', new Date(Date.now() - day), { state: 'wrong', says: expect.stringMatching(/^expired on/) }],
    ['self-made', new Date(Date.now() + 90 * day), { state: 'wrong', says: expect.stringMatching(/^not trusted/) }],
  ])('that is %s is found', async (_kind, until, expected) => {
    const tls = createServer(selfSigned(until)).listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const { port } = tls.address() as AddressInfo;
    expect(await checkCertificate('certificate', '127.0.0.1', port, new Date())).toMatchObject(expected);
    tls.close();
  });
});

describe('a payment provider', () => {
  let providers: Providers;
  beforeAll(async () => {
    providers = await startTestProviders();
  });
  afterAll(() => providers.stop());

  async function findingsOf(name: ProviderName, changes: Record<string, string> = {}) {
    const { findings } = await doctor({ ...providers.settings, PAYMENT_PROVIDERS: name, ...changes });
    return findings.filter(({ check }) => check.startsWith('payments'));
  }

  /** A well-formed key that is not this merchant's. */
  const wrongKeys: [ProviderName, () => Record<string, string>][] = [
    ['wechat', () => ({ WECHAT_MCH_KEY_FILE: providers.settings.ALIPAY_PRIVATE_KEY_FILE ?? '' })],
    ['alipay', () => ({ ALIPAY_PRIVATE_KEY_FILE: providers.settings.WECHAT_MCH_KEY_FILE ?? '' })],
    ['stripe', () => ({ STRIPE_SECRET_KEY: 'sk_test_old' })],
  ];

  it.each(wrongKeys)('%s is in order with its key, and wrong with another', async (name, wrongKey) => {
    const check = `payments: ${name}`;
    const right = (await findingsOf(name)).filter((finding) => finding.check === check);
    expect(right.map(({ state, ...found }) => [found.check, state])).toEqual(right.map(() => [check, 'ok']));
    expect(right.length).toBeGreaterThan(1);
    expect((await findingsOf(name, wrongKey())).filter((finding) => finding.check === check)).toEqual([
      { check, state: 'wrong', says: expect.stringMatching(/answered 40\d/), todo: expect.any(String) },
    ]);
    expect(providers.books()).toEqual([]);
  });
});

it('a test key and a provider on this machine are warnings on a public installation, and only there', async () => {
  const trial = {
    PAYMENT_PROVIDERS: '',
    STRIPE_SECRET_KEY: 'sk_test_1',
    WECHAT_API_URL: 'http://127.0.0.1:1',
    ALIPAY_GATEWAY_URL: 'https://openapi.alipay.com/gateway.do',
  };
  const said = async (changes: Record<string, string>) =>
    (await doctor({ ...trial, ...changes })).findings
      .filter(({ check }) => check === 'payments: settings')
      .map(({ state, says }) => [state, says]);
  expect(await said({ PAYMENT_PROVIDERS: 'sandbox' })).toEqual([
    ['look', 'STRIPE_SECRET_KEY is a test key: no money moves'],
    ['look', 'WECHAT_API_URL leads to this machine'],
  ]);
});

it('the embedded database is a warning on a public installation, and only there', async () => {
  const seen = async (PUBLIC_URL: string) =>
    (await doctor({ DATABASE_URL: '', PUBLIC_URL })).of('embedded database')?.state;
  expect(await seen('https://127.0.0.1:1')).toBe('look');
  expect(await seen('http://127.0.0.1:1')).toBeUndefined();
  expect((await doctor({ PUBLIC_URL: 'https://127.0.0.1:1' })).of('embedded database')).toBeUndefined();
});

describe('a folder into which the server writes', () => {
  it.each(['bills', join('bills', 'sandbox')])(
    'such as %s is tested, and named if it cannot be written to',
    async (name) => {
      const [bills, file] = [join(server().dataDir, 'bills'), join(server().dataDir, name)];
      expect((await doctor()).of('data folder')).toMatchObject({ state: 'ok' });
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'a file where a folder belongs');
      expect((await doctor()).of('data folder')).toMatchObject({
        state: 'wrong',
        says: expect.stringContaining(file),
        todo: expect.stringContaining('chown'),
      });
      await rm(bills, { recursive: true });
    },
  );
});

describe('--sms', () => {
  it('sends a message through the provider, and reports the outcome', async () => {
    const providers = await startSmsProviders();
    const sms = { ...providers.settings, SMS_PROVIDER: 'twilio' };
    expect((await doctor(sms, '--sms', '13800000001')).of('sms')).toMatchObject({ state: 'ok' });
    expect(providers.taken).toMatchObject([{ provider: 'twilio', mobile: '+8613800000001' }]);
    const wrongToken = await doctor({ ...sms, TWILIO_TOKEN: 'old' }, '--sms', '13800000001');
    expect(wrongToken.of('sms')).toMatchObject({ state: 'wrong' });
    expect((await doctor(sms)).of('sms: twilio')).toMatchObject({ state: 'look' });
    await providers.stop();
  });
});

describeWithMosquitto('with an outside broker', () => {
  it('logs in as the server does, and tries shared subscriptions', async () => {
    const mosquitto = await startMosquitto([{ name: 'recline-server', password: 'right' }]);
    const url = (password: string) => mosquitto.url.replace('//', `//recline-server:${password}@`);
    const { of } = await doctor({ MQTT_URL: url('right') });
    expect(of('broker')).toMatchObject({ state: 'ok' });
    expect(of('shared subscriptions')).toMatchObject({ state: 'ok' });
    expect((await doctor({ MQTT_URL: url('wrong') })).of('broker')).toMatchObject({ state: 'wrong' });
    await mosquitto.stop();
  });
});
