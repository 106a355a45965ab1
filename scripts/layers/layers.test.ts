import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findViolations } from './violations.ts';

const folders = ['server/src', 'web/src', 'contract/src', 'provider-simulator/src'];
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'recline-layers-'));
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

/** Writes the files that import each other, and returns the names of the rules they break. */
async function broken(...imports: [from: string, to: string][]): Promise<string[]> {
  for (const [, to] of imports) await put(to, 'export type A = 1;\n');
  for (const [index, [from, to]] of imports.entries()) {
    const path = relative(dirname(from), to);
    await put(from, `export type { A as A${index} } from '${path.startsWith('.') ? path : `./${path}`}';\n`);
  }
  const violations = await findViolations(folders, root);
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
  ['web/src/app/main.tsx', 'server/src/main.ts', 'the web app knows only the contract'],
  ['web/src/ui/button.tsx', 'web/src/features/orders/index.ts', 'web: platform and ui know no feature'],
  ['web/src/features/orders/screen.tsx', 'web/src/app/paths.ts', 'web: features are below app'],
  [
    'web/src/features/orders/screen.tsx',
    'web/src/features/money/sheet.tsx',
    'web: a feature imports another through its index.ts',
  ],
])('%s may not import %s', async (from, to, rule) => {
  expect(await broken([from, to])).toEqual([rule]);
});

it.each(['server', 'web'])('features of %s may not form a cycle, even through their index.ts', async (side) => {
  const cycle = await broken(
    [`${side}/src/features/orders/orders.ts`, `${side}/src/features/money/index.ts`],
    [`${side}/src/features/money/money.ts`, `${side}/src/features/orders/index.ts`],
  );
  expect(cycle).toEqual([`${side}: features form no cycle`]);
});

it('imports along the layers are allowed, and tests may import inner files', async () => {
  const fine = await broken(
    ['server/src/main.ts', 'server/src/features/orders/index.ts'],
    ['server/src/features/orders/orders.ts', 'server/src/platform/db.ts'],
    ['server/src/features/orders/orders.ts', 'server/src/features/money/index.ts'],
    ['server/src/main.test.ts', 'server/src/features/orders/orders.ts'],
    ['server/src/testing/world.ts', 'server/src/features/orders/orders.ts'],
    ['web/src/app/router.tsx', 'web/src/features/orders/screen.tsx'],
  );
  expect(fine).toEqual([]);
});
