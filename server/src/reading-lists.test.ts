import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decideAt } from '@recline/provider-simulator/testing/payer';
import { describe, expect, it } from 'vitest';
import { until } from './testing/chairs.ts';
import { startTestProviders, useProviders } from './testing/providers.ts';
import { type Recording, record } from './testing/recorder.ts';

/** Compares the files that ARCHITECTURE.md lists for a start, a payment and a refund with those that run. */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

// Only the recorded work may run, so no timer is due.
const never = 3600_000;
const providers = await startTestProviders();
const { guestAtChair, runningOrder, server } = useProviders(providers, {
  orders: { sweepEveryMs: never, flushEveryMs: never },
  session: { saveUsesEveryMs: never },
  prices: { plansEveryMs: never },
  payments: { queryAfterMs: never, everyMs: never },
});

/**
 * Files that also run but are left out: sessions, event streams, presence, the broker, rate limits, and front doors.
 */
const beside = [
  /^server\/src\/features\/(session|agreements|events|audit|devices)\//,
  /^server\/src\/features\/(orders\/(orders|channels|chair\/running-reports)|payments\/(payments|rounds))\.ts$/,
  /^server\/src\/features\/payments\/providers\/(shared\/|registry|module)/,
  /^server\/src\/gateway\/(broker\/|servers\/|event-rate|connection-log)/,
  /^contract\/src\/(?!starting|orders\.|topics)/, // fields, languages, lists of values
  /\/(index|forged-limits)\.ts$/,
];
const isListed = (path: string): boolean =>
  /^(server\/src\/(features|gateway)|contract\/src)\//.test(path) && !beside.some((pattern) => pattern.test(path));

const sources = globSync('{server/src/{features,gateway},contract/src}/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: read(path) }));
/** The files that define a statement or a call by its name or path. */
const defining = (name: string): string[] =>
  sources.filter(({ text }) => text.includes(`'${name}'`)).map(({ path }) => path);

const filesOf = ({ files, statements }: Recording, ...calls: string[]): string[] =>
  [...new Set([...files, ...[...statements, ...calls].flatMap(defining)])].filter(isListed).sort();

/** The list under a heading: lines with a folder and the names of its files; `*` stands for all of those that ran. */
function listedUnder(heading: string, files: readonly string[]): string[] {
  const section = new RegExp(`^## ${heading}\n(.*?)(?=^## )`, 'ms').exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  const list = /^```text\n(.*?)^```/ms.exec(section)?.[1] ?? '';
  const inFolder = (folder: string) => files.filter((path) => dirname(path) === folder);
  return list
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [folder = '', names = ''] = line.split(/: +/);
      return names === '*' ? inFolder(folder) : names.split(' ').map((name) => `${folder}/${name}.ts`);
    })
    .sort();
}

async function compare(heading: string, most: number, recording: Recording, ...calls: string[]): Promise<void> {
  const files = filesOf(recording, ...calls);
  const lines = files.map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
  const total = lines.reduce((sum, each) => sum + each.lines, 0);
  process.stdout.write(
    `${heading}: ${files.length} files, ${total} lines\n${lines.map((l) => `${l.lines} ${l.path}\n`).join('')}`,
  );
  expect(files).toEqual(listedUnder(heading, files));
  expect(files.length).toBeLessThanOrEqual(most);
  expect(lines.filter((each) => each.lines > 250)).toEqual([]);
}

const statusOf = async (orderId: string): Promise<string | undefined> =>
  (await server().pool.query<{ status: string }>('SELECT status FROM orders WHERE id = $1', [orderId])).rows[0]?.status;

describe('the files of', () => {
  it('a start for cash', async () => {
    const { chair, manager, priceId } = await guestAtChair('wechat');
    const start = { deviceId: chair.deviceId, priceId, payType: 'cash', requestId: randomUUID() } as const;
    const recording = await record(root, async () => {
      const { data } = await server().client.starting.activate(start, { token: manager.token });
      expect(data.status).toBe('running');
    });
    await compare("One start's way", 20, recording, '/data-centre/activate');
  });

  it('a start that is paid by WeChat', async () => {
    const { place } = await guestAtChair('wechat');
    const recording = await record(root, async () => {
      const { orderId, payUrl = '' } = (await place()).data;
      await decideAt(payUrl, 'pay');
      await until(async () => (await statusOf(orderId)) === 'running');
    });
    await compare("One payment's way", 35, recording, '/data-centre/activate');
  });

  it('a refund', async () => {
    const { chair, orderId, refund, returned } = await runningOrder('wechat');
    // The chair's messages about its start have been handled.
    const said =
      'SELECT FROM devices WHERE id = $1 AND seq > (SELECT max(seq) FROM device_events WHERE device_id = $1)';
    await until(async () => (await server().pool.query(said, [chair.deviceId])).rowCount === 1);
    const recording = await record(root, async () => {
      await refund(400);
      await returned(400);
      const done = `SELECT FROM ledger WHERE order_id = $1 AND kind = 'refunded'`;
      await until(async () => (await server().pool.query(done, [orderId])).rowCount === 1);
    });
    // The chair keeps running; its messages do not belong to the refund.
    const files = [...recording.files].filter((path) => !/gateway\/|topics/.test(path));
    await compare("One refund's way", 28, { ...recording, files: new Set(files) }, '/order/refund');
  });
});
