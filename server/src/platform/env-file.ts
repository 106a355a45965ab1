import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSecretFiles } from './secret-files.ts';
import { trustCertificates } from './trusted-certificates.ts';

const usualFiles = ['recline.env', '.env'];

/**
 * Adds the settings of a file to the environment: `RECLINE_ENV_FILE`, or `recline.env` and `.env` in the current folder
 * if they are there. Variables already set are kept. No shell runs the file, so a value may contain anything. Also
 * trusts extra certificates, because every connection needs them.
 */
export function loadSettings(): void {
  const named = process.env.RECLINE_ENV_FILE;
  for (const file of named === undefined ? usualFiles.filter((each) => existsSync(each)) : [named])
    for (const [name, value] of Object.entries(parseEnv(withHashes(readFileSync(file, 'utf8')))))
      process.env[name] ??= value;
  readSecretFiles(process.env);
  if (process.env.CA_FILE) trustCertificates(process.env.CA_FILE);
}

const assignment = /^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=)([ \t]*(?:'[^']*'|"[^"]*"|`[^`]*`)|[^\n]*)/gm;

/**
 * `#` begins a comment only after a space, as systemd and Compose read it. Node takes any `#` for one: a colour would be
 * empty, a password cut.
 */
const withHashes = (text: string): string =>
  text.replaceAll(assignment, (_line, name: string, value: string) => `${name}${withHash(value)}`);

function withHash(value: string): string {
  const whole = value.replace(/\s#.*$/, '').trim();
  const isPlain = whole.includes('#') && !/^['"`]/.test(whole);
  const quote = isPlain ? ["'", '"', '`'].find((each) => !whole.includes(each)) : undefined;
  return quote === undefined ? value : quote + whole + quote;
}
