import { constants, createHash, generateKeyPair, privateDecrypt, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';
import { type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { keyAcceptedMs, keyIssuedMs } from './session.rules.ts';
import * as sql from './session.sql.ts';

const makeKeyPair = promisify(generateKeyPair);
const argon2id = 2;
const argon2 = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, argon2);

// Verified if there is no account, so that the response time does not reveal which accounts exist.
const nobody = hashPassword(randomBytes(16).toString('hex'));

export async function passwordFits(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), password);
  return fits && typeof passwordHash === 'string';
}

export const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The key that clients encrypt passwords with; replaced daily. */
export async function currentKey(pool: Pool, now: Date): Promise<{ keyId: string; publicKey: string }> {
  const since = new Date(now.getTime() - keyIssuedMs);
  const found = await sql.newestKey.maybe(pool, since);
  if (found) return { keyId: found.key_id, publicKey: found.public_key };
  return transaction(pool, async (db) => {
    await sql.lockLogin(db, 'login key');
    const made = await sql.newestKey.maybe(db, since);
    if (made) return { keyId: made.key_id, publicKey: made.public_key };
    const { publicKey, privateKey } = await makeKeyPair('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const keyId = randomUUID();
    await sql.insertKey(db, keyId, publicKey, privateKey, now);
    return { keyId, publicKey };
  });
}

export async function decryptPassword(pool: Pool, keyId: string, ciphertext: string, now: Date): Promise<string> {
  const key = await sql.keyById.maybe(pool, keyId, new Date(now.getTime() - keyAcceptedMs));
  if (!key) throw fail('badRequest', { field: 'keyId' });
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const plain = privateDecrypt(
      { key: key.private_key, padding, oaepHash: 'sha256' },
      Buffer.from(ciphertext, 'base64'),
    );
    return plain.toString('utf8');
  } catch {
    throw fail('badRequest', { field: 'password' });
  }
}
