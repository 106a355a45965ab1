import { appendFile, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rotateLog } from './rotate-log.ts';

it('a log that has grown is kept as .1, and its writer continues in the emptied file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recline-log-'));
  const file = join(folder, 'postgres.log');
  await appendFile(file, 'old line\n');
  const writer = await open(file, 'a');
  await rotateLog(file, 100);
  expect(await readFile(file, 'utf8')).toBe('old line\n');
  await rotateLog(file, 5);
  await writer.write('new line\n');
  expect([await readFile(`${file}.1`, 'utf8'), await readFile(file, 'utf8')]).toEqual(['old line\n', 'new line\n']);
  await writer.close();
  await rm(folder, { recursive: true });
});
