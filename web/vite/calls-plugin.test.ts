import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownCalls } from '../src/mobile/data/own-calls.ts';
import { callsTable } from './calls-plugin.ts';

test('an app ships the calls that it names, and no others', () => {
  const table = callsTable({ orders: ['get'], session: ['guest'] });
  expect(Object.entries(table).filter(([, calls]) => Object.keys(calls).length > 0)).toEqual([
    ['session', { guest: ['POST', '/login/guest', 'public'] }],
    ['orders', { get: ['GET', '/data-centre/get-order'] }],
  ]);
});

test('the mobile app makes every call that it names', () => {
  const mobile = join(import.meta.dirname, '../src/mobile');
  const code = globSync('**/*.{ts,tsx}', { cwd: mobile }).map((file) => readFileSync(join(mobile, file), 'utf8'));
  const made = new Set(code.flatMap((text) => [...text.matchAll(/\bapi\.(\w+\.\w+)/g)].map(([, name]) => name)));
  made.add('events.stream'); // by `openStream`
  const named = Object.entries(ownCalls).flatMap(([feature, names]) => names.map((name) => `${feature}.${name}`));
  expect(named.filter((name) => !made.has(name))).toEqual([]);
});
