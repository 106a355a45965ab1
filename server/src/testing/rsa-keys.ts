import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const pem = {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
};

/** A new pair of RSA keys as PEM. */
export const makeRsaKeys = (bits = 2048): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('rsa', { modulusLength: bits, ...pem } as never) as never;

/** A folder for files that settings name. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'recline-keys-'));
  return {
    /** Writes a file and returns its path. */
    file(name: string, content: string): string {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
