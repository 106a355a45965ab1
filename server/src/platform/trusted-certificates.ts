import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/**
 * Trusts a private certificate authority besides the usual ones, for every connection of this process: database, broker,
 * providers. `NODE_EXTRA_CA_CERTS` does the same, but Node reads it before a settings file is.
 */
export function trustCertificates(file: string): void {
  try {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
  } catch (error) {
    throw new Error(`CA_FILE: ${file} has no certificates that could be read: ${(error as Error).message}`);
  }
}
