import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSecretFiles, secretSettings } from './secret-files.ts';

let file: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-secret-'));
  file = join(folder, 'secret');
  await writeFile(file, 's3cret #1 \n');
});
afterAll(() => rm(folder, { recursive: true }));

describe('a secret', () => {
  it.each(secretSettings)('%s may be in a file, without the final line break', (name) => {
    const env: Record<string, string> = { [`${name}_FILE`]: file };
    readSecretFiles(env);
    expect(env[name]).toBe('s3cret #1 ');
  });

  it('is refused if it is given twice, or its file cannot be read', () => {
    expect(() => readSecretFiles({ TWILIO_TOKEN: 'x', TWILIO_TOKEN_FILE: file })).toThrow(/TWILIO_TOKEN_FILE are both/);
    expect(() => readSecretFiles({ TWILIO_TOKEN_FILE: join(folder, 'none') })).toThrow(/TWILIO_TOKEN_FILE cannot be/);
  });

  it('is unchanged without a file', () => {
    const env = { TWILIO_TOKEN: 'x', TWILIO_TOKEN_FILE: '' };
    readSecretFiles(env);
    expect(env.TWILIO_TOKEN).toBe('x');
  });
});
