import { randomBytes, randomInt } from 'node:crypto';

export const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
export const alphanumeric = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
export const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
