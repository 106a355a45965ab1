import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

it('a cursor decodes to the position that it encodes, to the microsecond', () => {
  fc.assert(
    fc.property(fc.nat({ max: 9e15 }), fc.nat({ max: 1e14 }), (micros, id) => {
      expect(readCursor(writeCursor({ micros, id }))).toEqual({ micros, id });
    }),
  );
});

it.each(['', 'abc', '%%%', Buffer.from('1').toString('base64url'), Buffer.from('1.2.3').toString('base64url')])(
  'the cursor %j is refused by its name',
  (cursor) => {
    expect(() => readCursor(cursor)).toThrow('badRequest');
  },
);
