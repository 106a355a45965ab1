import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/**
 * Trusts a private certificate authority besides the usual ones, for every connection of this process: database,
 * broker, providers. `NODE_EXTRA_CA_CERTS` does the same, but Node reads it before the settings file.
 */
export function trustCertificates(file: string): void {
  if (typeof tls.setDefaultCACertificates !== 'function')
    throw new Error(`CA_FILE needs Node 24.5, or 22.19 of 22: upgrade, or set NODE_EXTRA_CA_CERTS=${file}.`);
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
  } catch (error) {
    throw new Error(`CA_FILE: ${file} has no readable certificates: ${(error as Error).message}`);
  }
}
