import { createHmac } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureHeader } from '../../features/payments/index.ts';
import { secret } from '../../platform/secrets.ts';
import { until } from '../../testing/chairs.ts';
import { useServer } from '../../testing/server.ts';
import { type Policy, samples } from '../../testing/uploads.ts';
import { fuzzTimeout, runs } from './runs.ts';
import { marker, setScene } from './scene.ts';
import { agent, expectEnvelope, expectHarmless, send } from './send.ts';
import { strangeText } from './values.ts';

/** Routes outside the contract: pages, files, uploads, payments, health. */

const server = useServer();
beforeAll(async () => {
  const { world } = server();
  const outlet = await world.outlet();
  await setScene(server(), { outlet, deviceId: (await world.device(outlet)).deviceId });
});
afterAll(() => agent.destroy());

const pieces = fc.constantFrom('..', '.', '%2e%2e', '%2f', '%5c', '%00', '%', '%ff', '//', 'u', '1', 'etc/passwd', '~');
const tail = fc.oneof(
  fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('/')),
  strangeText.map((value) => encodeURI(value.toWellFormed()).slice(0, 3000)),
);
const roots = [
  '/',
  '/pages/',
  '/assets/',
  '/sandbox/cashier/',
  '/agreements/',
  '/api/files/',
  '/api/files/u/1/',
  '/api/payments/notice/',
  '/api/docs/',
  '/healthz',
  '/metrics',
];

describe('an unknown address', { timeout: fuzzTimeout }, () => {
  it('gets a harmless answer, whatever it contains', async () => {
    const address = fc.tuple(fc.constantFrom(...roots), tail, fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'PUT'));
    const ask = async ([root, more, method]: [string, string, string]) =>
      expectHarmless(await send(server().url, { method, path: root + more, headers: {} }));
    await fc.assert(fc.asyncProperty(address, ask), runs(300));
  });
});

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array)),
  strangeText.map((value) => Buffer.from(value)),
);

describe('a notice of a payment', { timeout: fuzzTimeout }, () => {
  it('of any content is refused, unsigned or signed', async () => {
    const key = await secret(server().pool, 'sandbox');
    const notice = fc.tuple(bytes, fc.boolean(), fc.constantFrom('sandbox', 'wechat', '__proto__', '%00'));
    await fc.assert(
      fc.asyncProperty(notice, async ([body, signed, provider]) => {
        const signature = signed ? createHmac('sha256', key).update(body).digest('hex') : body.toString('hex');
        const headers = { 'content-type': 'application/json', [signatureHeader]: signature.slice(0, 2000) };
        const path = `/api/payments/notice/${provider}`;
        const got = await send(server().url, { method: 'POST', path, headers, bytes: body });
        expectHarmless(got); // the answer is in the provider's own form
        expect(got.status).toBeGreaterThanOrEqual(400);
      }),
      runs(120),
    );
  });
});

describe('an upload', { timeout: fuzzTimeout }, () => {
  let policy: Policy;
  beforeAll(async () => {
    const { client, world } = server();
    policy = (await client.uploads.policy({}, { token: (await world.consumer()).token })).data;
  });

  const fieldsOf = (name: string): Record<string, string> => ({
    name,
    key: policy.dir + name,
    policy: policy.policy,
    OSSAccessKeyId: policy.accessid,
    signature: policy.signature,
  });
  const names = ['name', 'key', 'policy', 'OSSAccessKeyId', 'signature', '__proto__', 'constructor', 'file'];
  const boundaries = fc.constantFrom('x', '-----', 'a b', '"', 'y'.repeat(200), '');

  interface Form {
    changes: [string, string][];
    content: Buffer;
    boundary: string;
    cut: number;
    head: string;
  }
  const forms: Arbitrary<Form> = fc.record({
    changes: fc.array(fc.tuple(fc.constantFrom(...names), strangeText), { maxLength: 2 }),
    content: fc.oneof(bytes, fc.constantFrom(...Object.values(samples))),
    boundary: boundaries,
    cut: fc.oneof(fc.constant(0), fc.nat(300)),
    head: fc.constantFrom(
      'Content-Disposition: form-data; name="file"; filename="a.png"',
      'Content-Disposition: form-data; name="file"; filename="../../a\u0000.png"',
      "Content-Disposition: form-data; filename*=utf-8''%ff%00",
      'Content-Disposition: attachment',
      'content-disposition: form-data; name="file"\r\nContent-Transfer-Encoding: base64',
      `X: ${'y'.repeat(5000)}`,
      'nonsense',
      '',
    ),
  });

  const written = ({ changes, content, boundary, cut, head }: Form): Buffer => {
    const fields = [...Object.entries(fieldsOf('a.png')), ...changes];
    const parts = fields.map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const start = Buffer.from(`${parts.join('')}--${boundary}\r\n${head}\r\n\r\n`);
    const whole = Buffer.concat([start, content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return whole.subarray(0, whole.length - cut);
  };

  it('of any shape is accepted or refused, and the server keeps working', async () => {
    await fc.assert(
      fc.asyncProperty(forms, async (form) => {
        const headers = { 'content-type': `multipart/form-data; boundary=${form.boundary}` };
        const path = '/api/files/';
        expectEnvelope(await send(server().url, { method: 'POST', path, headers, bytes: written(form) }));
      }),
      runs(120),
    );
  });
});

describe('afterwards', () => {
  it('no data of the victims was revealed, no internal error was logged, and the server works', async () => {
    expect(server().logged.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(server().logged.join('')).not.toContain(marker);
    await until(async () => (await fetch(`${server().url}/readyz`)).ok);
  });
});
