import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { trustCertificates } from './trusted-certificates.ts';

const usualFile = 'recline.env';

/**
 * Adds the settings of a file to the environment: `RECLINE_ENV_FILE`, or `recline.env` in the current folder if there is
 * one. What the environment has already is kept. The file is not run by a shell, so that a value may contain anything.
 * Certificates are trusted here, because every connection needs them.
 */
export function loadSettings(): void {
  const named = process.env.RECLINE_ENV_FILE;
  if (named !== undefined || existsSync(usualFile)) loadEnvFile(named ?? usualFile);
  if (process.env.CA_FILE) trustCertificates(process.env.CA_FILE);
}
