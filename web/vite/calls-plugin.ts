import { contract } from '@recline/contract';
import type { Call } from '@recline/contract/call';
import type { Plugin } from 'vite';

const name = 'virtual:recline-calls';
const resolved = `\0${name}`;

/**
 * The contract as a plain table: the browser needs method, path and whether a call is public, but neither schemas nor
 * zod.
 */
function callsTable(): Record<string, Record<string, string[]>> {
  const row = ({ method, path, access }: Call) => (access === 'public' ? [method, path, access] : [method, path]);
  const rows = (calls: Record<string, Call>) =>
    Object.fromEntries(Object.entries(calls).map(([key, call]) => [key, row(call)]));
  return Object.fromEntries(Object.entries(contract).map(([feature, calls]) => [feature, rows(calls)]));
}

export function callsPlugin(): Plugin {
  return {
    name: 'recline-calls',
    resolveId: (id) => (id === name ? resolved : null),
    load: (id) => (id === resolved ? `export const calls = ${JSON.stringify(callsTable())};` : null),
  };
}
