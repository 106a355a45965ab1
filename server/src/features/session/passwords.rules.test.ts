import { describe, expect, it } from 'vitest';
import { generatePassword, requireGoodPassword } from './passwords.rules.ts';

describe('a new password', () => {
  it.each([
    ['12 letters', 'a'.repeat(12)],
    ['12 characters outside the BMP', '😀'.repeat(12)],
    ['190 bytes', 'a'.repeat(190)],
    ['a generated one', generatePassword()],
  ])('of %s is accepted', (_title, password) => {
    expect(() => requireGoodPassword(password)).not.toThrow();
  });

  it.each([
    ['11 letters', 'a'.repeat(11), 'passwordTooShort'],
    ['11 characters of two UTF-16 units', '😀'.repeat(11), 'passwordTooShort'],
    ['191 bytes', 'a'.repeat(191), 'passwordTooLong'],
    ['192 bytes in 64 characters', '椅'.repeat(64), 'passwordTooLong'],
  ])('of %s is refused: %s', (_title, password, problem) => {
    expect(() => requireGoodPassword(password)).toThrow(problem);
  });
});
