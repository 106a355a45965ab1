import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const iterations = 101; // what mosquitto_passwd uses; a secret of 256 random bits needs no more

/**
 * A secret as `mosquitto_passwd` writes it. It is stored beside our own hash, so that a change to an outside broker needs
 * no new secrets.
 */
export async function brokerHashOf(secret: string | Buffer, salt = randomBytes(12)): Promise<string> {
  const hash = await promisify(pbkdf2)(secret, salt, iterations, 64, 'sha512');
  return `$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`;
}
