import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const code = pathToFileURL(join(import.meta.dirname, 'env-file.ts')).href;
const program = `import { loadSettings } from '${code}'; loadSettings(); console.log(JSON.stringify(process.env));`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-env-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The environment of a new process in the folder, after it has read its settings. */
function loaded(env: Record<string, string> = {}): Record<string, string> {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, string>;
}

describe('the values of a settings file', () => {
  const values: [written: string, value: string][] = [
    ['a&b;c|d<e>f', 'a&b;c|d<e>f'],
    ['a$PATH-$(id)-`id`', 'a$PATH-$(id)-`id`'],
    ['"a # b"', 'a # b'],
    ['"#&$PATH!"', '#&$PATH!'],
    ['"  Cloud Chairs  "', '  Cloud Chairs  '],
    ['Cloud Chairs', 'Cloud Chairs'],
    ['it\'s 5"', 'it\'s 5"'],
    ['"it\'s #1"', "it's #1"],
    ['\'say "hi" #1\'', 'say "hi" #1'],
    ['a\\b=c%2Fd', 'a\\b=c%2Fd'],
    ["'a\\nb\\\\ c'", 'a\\nb\\\\ c'],
    ['#0e7a6b', '#0e7a6b'],
    ['pass#word"1 # a comment', 'pass#word"1'],
    [' # a comment', ''],
    ['"two\nlines#1=#2"', 'two\nlines#1=#2'],
  ];
  let env: Record<string, string>;
  beforeAll(async () => {
    const lines = values.map(([written], index) => `VALUE_${index}=${written}\n`);
    await writeFile(join(folder, 'recline.env'), lines.join(''));
    env = loaded();
  });

  it.each(values.map((each, index) => [...each, index] as const))(
    'are read as written: %s',
    (_written, value, index) => {
      expect(env[`VALUE_${index}`]).toBe(value);
    },
  );
});

describe('a settings file', () => {
  it('does not override the environment', async () => {
    await writeFile(join(folder, 'recline.env'), 'PORT=1\nHOST=file\n');
    expect(loaded({ PORT: '2' })).toMatchObject({ PORT: '2', HOST: 'file' });
  });

  it('may be called .env; recline.env comes first', async () => {
    await writeFile(join(folder, '.env'), 'HOST=second\nTILE_URL=none\n');
    await writeFile(join(folder, 'recline.env'), 'HOST=first\n');
    expect(loaded()).toMatchObject({ HOST: 'first', TILE_URL: 'none' });
    await rm(join(folder, '.env'));
  });

  it('that RECLINE_ENV_FILE names is read instead of the usual one', async () => {
    await writeFile(join(folder, 'recline.env'), 'HOST=usual\n');
    const named = join(folder, 'other.env');
    await writeFile(named, 'PORT=1\n');
    const env = loaded({ RECLINE_ENV_FILE: named });
    expect([env.PORT, env.HOST]).toEqual(['1', undefined]);
  });
});
