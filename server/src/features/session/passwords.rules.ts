import { randomInt } from 'node:crypto';
import { refuse } from '../../platform/admin.ts';

const minCharacters = 12;
/** The most that RSA-OAEP with SHA-256 and a 2048-bit key can encrypt: a longer password could not be sent at login. */
const maxBytes = 190;

/** The rules for a new password, without composition rules. */
export function requireGoodPassword(password: string): void {
  if ([...password].length < minCharacters) throw refuse('passwordTooShort', { minCharacters });
  if (Buffer.byteLength(password) > maxBytes) throw refuse('passwordTooLong', { maxBytes });
}

// Without characters that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const generatePassword = (): string =>
  Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('');
