import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { makeLog } from './log.ts';

/** A program that logs, in a separate process. */
const programOf = (
  work: string,
) => `const { makeLog } = await import(${JSON.stringify(join(import.meta.dirname, 'log.ts'))});
  const log = makeLog('info');
  ${work}`;

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

it.each([
  ['exits', 'process.exit(0)'],
  ['has nothing more to do', ''],
  ['fails', "process.on('uncaughtException', () => process.exit(0)); throw new Error('unexpected')"],
])('a process that %s loses no line', async (_how, end) => {
  const program = programOf(`log.info('first'); log.info('last'); ${end}`);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(messagesOf(stdout)).toEqual(['first', 'last']);
});

it('a process that ends writes its last line, even one logged while another is being written', async () => {
  const program = programOf(`log.warn('first');
    log.info('last');
    for (const end = Date.now() + 500; Date.now() < end; );
    setInterval(() => {}, 1_000);`);
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const messages: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    messages.push(...messagesOf(line));
    if (messages.length === 2) break;
  }
  expect(messages).toEqual(['first', 'last']);
});
