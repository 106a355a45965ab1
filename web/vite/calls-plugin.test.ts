import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callsMadeIn, callsTable } from './calls-plugin.ts';

const mobile = join(import.meta.dirname, '../src/mobile');

test('an app ships the calls that it makes, and no others', () => {
  const table = callsTable((call) => ['orders.get', 'session.guest'].includes(call));
  expect(Object.entries(table).filter(([, calls]) => Object.keys(calls).length > 0)).toEqual([
    ['session', { guest: ['POST', '/login/guest', 'public'] }],
    ['orders', { get: ['GET', '/data-centre/get-order'] }],
  ]);
});

test('the calls of the mobile app are found, and those of other programs are not', () => {
  const made = callsMadeIn(mobile);
  expect(made).toContain('starting.activate');
  expect(made).toContain('session.walletLogin');
  expect(made).not.toContain('starting.adverts');
});

test('every call is written by its whole name, by which the build finds it', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: mobile, exclude: (path) => path.includes('.test.') });
  const code = files.map((file) => [file, readFileSync(join(mobile, file), 'utf8')] as const);
  const users = code.filter(([, text]) => /^import .*\bapi\b.*\/api\.ts';$/m.test(text));
  expect(users.length).toBeGreaterThan(30);
  const withoutImports = (text: string) => text.replaceAll(/^import [^;]*;$/gm, '');
  expect(users.filter(([, text]) => /\bapi\b(?!\.\w+\.\w)/.test(withoutImports(text)))).toEqual([]);
});
