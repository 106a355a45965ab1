import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeEventParser, type ServerSentEvent } from './event-parser.ts';

function parse(pieces: string[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const take = makeEventParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

describe('a stream of server-sent events', () => {
  test.each([
    ['one event', 'event: order\ndata: {"a":1}\n\n', [{ name: 'order', data: '{"a":1}' }]],
    ['an event without a name', 'data: x\n\n', [{ name: 'message', data: 'x' }]],
    ['data over several lines', 'data: a\ndata: b\n\n', [{ name: 'message', data: 'a\nb' }]],
    ['a value without the space', 'event:device\ndata:1\n\n', [{ name: 'device', data: '1' }]],
    ['a colon in the value', 'data: a: b\n\n', [{ name: 'message', data: 'a: b' }]],
    ['a keep-alive comment is ignored', ': still here\n\n', []],
    ['an event without data is ignored', 'event: order\n\n', []],
    ['an event that is not finished yet', 'event: order\ndata: 1\n', []],
    ['lines that end in CRLF', 'event: order\r\ndata: 1\r\n\r\n', [{ name: 'order', data: '1' }]],
  ] as [string, string, ServerSentEvent[]][])('%s', (_name, stream, events) => {
    expect(parse([stream])).toEqual(events);
  });

  test('gives the same events, whatever the chunks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '椅', ':', ' ', '{', '"'), maxLength: 8 });
    const event = fc.record({ name: fc.constantFrom('order', 'device'), data: text.map((value) => `.${value}`) });
    fc.assert(
      fc.property(fc.array(event), fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (events, sizes) => {
        const end = '\r\n';
        let stream = events
          .map(({ name, data }) => `event: ${name}${end}data: ${data}${end}: note${end}${end}`)
          .join('');
        const pieces: string[] = [];
        for (const size of sizes) {
          if (stream === '') break;
          pieces.push(stream.slice(0, size));
          stream = stream.slice(size);
        }
        expect(parse(pieces)).toEqual(events);
      }),
    );
  });
});
