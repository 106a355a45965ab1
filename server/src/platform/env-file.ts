import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
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
  for (const file of named === undefined ? usualFiles.filter((each) => existsSync(each)) : [named]) loadEnvFile(file);
  readSecretFiles(process.env);
  if (process.env.CA_FILE) trustCertificates(process.env.CA_FILE);
}
