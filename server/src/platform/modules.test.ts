import { expect, it } from 'vitest';
import { makeLog } from './log.ts';
import { type Module, runModules } from './modules.ts';

/** Modules that record their starts and stops. */
function scene() {
  const happened: string[] = [];
  const logged: string[] = [];
  const log = makeLog('error', { write: (line) => void logged.push(line) });
  const modules = runModules({ log, timing: { stopWithinMs: 20 } });
  const module = (name: string, changes: Partial<Module> = {}): Module => ({
    name,
    start: async () => void happened.push(`${name} started`),
    stop: async () => void happened.push(`${name} stopped`),
    ...changes,
  });
  return { happened, logged, modules, module };
}

it('modules start in the order of their list, each after the previous one, and stop in reverse', async () => {
  const { happened, logged, modules, module } = scene();
  for (const name of ['database', 'orders', 'calls']) await modules.add(module(name));
  await modules.stop();
  expect(happened).toEqual([
    'database started',
    'orders started',
    'calls started',
    'calls stopped',
    'orders stopped',
    'database stopped',
  ]);
  expect(logged).toEqual([]);
});

it.each<[string, () => unknown]>([
  ['hangs', () => new Promise<never>(() => {})],
  ['rejects', () => Promise.reject(new Error('no'))],
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
])(
  'a module that %s when it is stopped does not prevent the others from stopping, and the log names it',
  async (_how, stop) => {
    const { happened, logged, modules, module } = scene();
    await modules.add(module('database'));
    await modules.add(module('orders', { stop }));
    await modules.add(module('calls'));
    happened.length = 0;
    await modules.stop();
    expect(happened).toEqual(['calls stopped', 'database stopped']);
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ module: 'orders', msg: 'a module did not stop cleanly' });
  },
);

it('a module whose start failed is stopped with those that started, and modules stop once', async () => {
  const { happened, modules, module } = scene();
  await modules.add(module('database'));
  const start = () => Promise.reject(new Error('the port is taken'));
  await expect(modules.add(module('calls', { start }))).rejects.toThrow('the port is taken');
  await modules.stop();
  await modules.stop();
  expect(happened).toEqual(['database started', 'calls stopped', 'database stopped']);
});
