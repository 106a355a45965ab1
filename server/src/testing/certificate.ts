import { generateKeyPairSync } from 'node:crypto';
import { makeCertificate } from '@recline/provider-simulator/core/certificate';

const day = 24 * 3600_000;

/** A self-signed certificate for this machine, with its key. */
export function selfSigned(until = new Date(Date.now() + day)): { key: string; cert: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const from = new Date(Date.now() - 30 * day);
  const cert = makeCertificate(privateKey, '0a11', from, until, '127.0.0.1');
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
