import { contract } from '@recline/contract';
import type { Call } from '@recline/contract/call';
import type { Plugin } from 'vite';
import type { CallNames } from '../src/platform/call-names.ts';

const name = 'virtual:recline-calls';
const resolved = `\0${name}`;

type Row = [method: string, path: string, access?: 'public'];

/** These calls as a plain table: the browser needs method, path and whether a call is public, but neither schemas nor zod. */
export function callsTable(names: CallNames): Record<string, Record<string, Row>> {
  const row = ({ method, path, access }: Call): Row => (access === 'public' ? [method, path, access] : [method, path]);
  const rows = (calls: Record<string, Call>, used: readonly string[]) =>
    Object.fromEntries(Object.entries(calls).flatMap(([key, call]) => (used.includes(key) ? [[key, row(call)]] : [])));
  const features = Object.entries(contract).map(([feature, calls]) => [
    feature,
    rows(calls, names[feature as keyof CallNames] ?? []),
  ]);
  return Object.fromEntries(features);
}

/** Gives an app the calls that it makes. */
export const callsPlugin = (names: CallNames): Plugin => ({
  name: 'recline-calls',
  resolveId: (id) => (id === name ? resolved : null),
  load: (id) => (id === resolved ? `export const calls = ${JSON.stringify(callsTable(names))};` : null),
});
