import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@recline/contract';
import type { Call } from '@recline/contract/call';
import type { Plugin } from 'vite';

const name = 'virtual:recline-calls';
const resolved = `\0${name}`;

type Row = [method: string, path: string, access?: 'public'];
type IsMade = (call: string) => boolean;

/** The calls that the code in a folder makes: `api.orders.list` is `orders.list`. */
export function callsMadeIn(folder: string): Set<string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (path) => path.includes('.test.') });
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return new Set(code.flatMap((text) => [...text.matchAll(/\bapi\.(\w+\.\w+)/g)].map(([, call = '']) => call)));
}

/** Calls as a plain table: the browser needs method, path and whether a call is public, but neither schemas nor zod. */
export function callsTable(isMade: IsMade): Record<string, Record<string, Row>> {
  const row = ({ method, path, access }: Call): Row => (access === 'public' ? [method, path, access] : [method, path]);
  const rows = (feature: string, calls: Record<string, Call>) =>
    Object.fromEntries(
      Object.entries(calls).flatMap(([key, call]) => (isMade(`${feature}.${key}`) ? [[key, row(call)]] : [])),
    );
  return Object.fromEntries(Object.entries(contract).map(([feature, calls]) => [feature, rows(feature, calls)]));
}

/** Gives an app the calls that its code makes; in development all, since the code changes while the server runs. */
export function callsPlugin(code: string): Plugin {
  let isBuild = true;
  const isMade = (): IsMade => {
    if (!isBuild) return () => true;
    const made = callsMadeIn(code);
    return (call) => made.has(call);
  };
  return {
    name: 'recline-calls',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === name ? resolved : null),
    load: (id) => (id === resolved ? `export const calls = ${JSON.stringify(callsTable(isMade()))};` : null),
  };
}
