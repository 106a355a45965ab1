import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeLog } from './log.ts';

const messagesOf = (lines: string) =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

it('writes warnings and errors at once, and other lines together', () => {
  const done: string[] = [];
  const log = makeLog('info', {
    write: (line) => void done.push(...messagesOf(line)),
    flush: () => void done.push('flush'),
  });
  log.info('one');
  log.child({ reqId: 'a' }).info('two');
  log.warn('three');
  log.child({ reqId: 'a' }).error('four');
  expect(done).toEqual(['one', 'two', 'three', 'flush', 'four', 'flush']);
});

it('writes what waits after a while', async () => {
  const lines: string[] = [];
  const flushed = new Promise<void>((resolve) => {
    makeLog('info', { write: (line) => void lines.push(line), flush: resolve }).info('one');
  });
  await flushed;
  expect(messagesOf(lines.join(''))).toEqual(['one']);
});

it.each([
  ['exits', 'process.exit(0)'],
  ['has nothing more to do', ''],
  ['fails', "process.on('uncaughtException', () => process.exit(0)); throw new Error('unexpected')"],
])('a process that %s loses no line', async (_how, end) => {
  const file = JSON.stringify(join(import.meta.dirname, 'log.ts'));
  const program = `const { makeLog } = await import(${file});
    const log = makeLog('info');
    log.info('first');
    log.info('last');
    ${end}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(messagesOf(stdout)).toEqual(['first', 'last']);
});
