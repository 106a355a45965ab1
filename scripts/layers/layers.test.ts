import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findViolations, layered } from './violations.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'recline-layers-'));
  for (const folder of layered) await mkdir(join(root, folder), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

/** Writes the files that import each other, and returns the names of the rules they break. */
async function broken(...imports: [from: string, to: string][]): Promise<string[]> {
  for (const [, to] of imports) await put(to, 'export type A = 1;\n');
  for (const [index, [from, to]] of imports.entries()) {
    const path = relative(dirname(from), to);
    await put(from, `export type { A as A${index} } from '${path.startsWith('.') ? path : `./${path}`}';\n`);
  }
  const violations = await findViolations(root);
  return [...new Set(violations.map(({ rule }) => rule))];
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(join(root, dirname(file)), { recursive: true });
  await appendFile(join(root, file), text);
}

it.each([
  ['server/src/platform/db.ts', 'server/src/features/orders/index.ts', 'server: platform knows no feature'],
  ['server/src/platform/db.ts', 'server/src/gateway/mqtt.ts', 'server: platform knows no feature'],
  ['server/src/locales/index.ts', 'server/src/platform/db.ts', 'server: locales know nobody'],
  [
    'server/src/features/orders/orders.ts',
    'server/src/gateway/mqtt.ts',
    'server: features are below gateway, cli and demo',
  ],
  ['server/src/features/orders/orders.ts', 'server/src/main.ts', 'server: features are below gateway, cli and demo'],
  ['server/src/cli/recline.ts', 'server/src/main.ts', 'server: composition is on top'],
  [
    'server/src/features/orders/orders.ts',
    'server/src/features/money/ledger.ts',
    'server: a feature imports another through its index.ts',
  ],
  ['server/src/main.ts', 'server/src/features/money/ledger.ts', 'server: a feature is imported through its index.ts'],
  ['server/src/main.ts', 'server/src/testing/world.ts', 'server: nothing but tests imports testing'],
  ['contract/src/call.ts', 'server/src/main.ts', 'the contract knows nobody'],
  ['server/src/demo/demo.ts', 'provider-simulator/src/simulator.ts', 'server: no web app, no simulator'],
  [
    'provider-simulator/src/simulator.ts',
    'server/src/platform/db.ts',
    'the provider simulator knows only the contract',
  ],
  ['web/src/mobile/app/main.tsx', 'server/src/main.ts', 'the web app knows only the contract'],
  ['web/src/platform/api.ts', 'web/src/ui/button.tsx', 'web: platform knows nobody'],
  ['web/src/ui/button.tsx', 'web/src/mobile/features/orders/index.ts', 'web: ui knows platform only'],
  ['web/src/mobile/shell/page.tsx', 'web/src/console/shell/table.tsx', 'web: an app knows no other'],
  [
    'web/src/mobile/shell/page.tsx',
    'web/src/mobile/features/orders/index.ts',
    'web: shell, data and texts know no feature',
  ],
  ['web/src/mobile/features/orders/screen.tsx', 'web/src/mobile/app/paths.ts', 'web: features are below app'],
  [
    'web/src/mobile/features/orders/screen.tsx',
    'web/src/mobile/features/money/sheet.tsx',
    'web: a feature imports another through its index.ts',
  ],
  [
    'server/src/features/orders/placing/start.service.ts',
    'server/src/features/orders/list/order.view.ts',
    'server: orders/placing uses lifecycle only',
  ],
])('%s may not import %s', async (from, to, rule) => {
  expect(await broken([from, to])).toEqual([rule]);
});

it.each([
  ['server', 'server/src'],
  ['web', 'web/src/mobile'],
])('features of %s may not form a cycle, even through their index.ts', async (name, root) => {
  const cycle = await broken(
    [`${root}/features/orders/orders.ts`, `${root}/features/money/index.ts`],
    [`${root}/features/money/money.ts`, `${root}/features/orders/index.ts`],
  );
  expect(cycle).toEqual([`${name}: features form no cycle`]);
});

it.each(['web/src/platform', 'server/src/platform', ...layered.filter((folder) => !/^(?:web|server)/.test(folder))])(
  'files of %s may not form a cycle, even of types alone',
  async (folder) => {
    const cycle = await broken([`${folder}/a.ts`, `${folder}/b.ts`], [`${folder}/b.ts`, `${folder}/a.ts`]);
    expect(cycle).toEqual([`${folder.replace('/platform', '')}: files form no cycle`]);
  },
);

it('imports along the layers are allowed, and tests may import inner files', async () => {
  const fine = await broken(
    ['server/src/main.ts', 'server/src/features/orders/index.ts'],
    ['server/src/features/orders/orders.ts', 'server/src/platform/db.ts'],
    ['server/src/features/orders/orders.ts', 'server/src/features/money/index.ts'],
    ['server/src/main.test.ts', 'server/src/features/orders/orders.ts'],
    ['server/src/testing/world.ts', 'server/src/features/orders/orders.ts'],
    ['server/src/features/orders/placing/start.service.ts', 'server/src/features/orders/lifecycle/lifecycle.sql.ts'],
    ['server/src/features/orders/placing/start.rules.ts', 'server/src/features/orders/channels.ts'],
    ['web/src/mobile/app/router.tsx', 'web/src/mobile/features/orders/screen.tsx'],
  );
  expect(fine).toEqual([]);
});
