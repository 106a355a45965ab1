import { randomInt } from 'node:crypto';
import { refuse } from '../../platform/admin.ts';

const minCharacters = 12;
/** What RSA-OAEP with SHA-256 and a key of 2048 bits can encrypt: a longer password could not be sent at login. */
const maxBytes = 190;

/** What a new password must be. There are no composition rules. */
export function requireGoodPassword(password: string): void {
  if ([...password].length < minCharacters) throw refuse('passwordTooShort', { minCharacters });
  if (Buffer.byteLength(password) > maxBytes) throw refuse('passwordTooLong', { maxBytes });
}

// Without characters that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const generatePassword = (): string =>
  Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('');
