import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOf } from './agreement-text.ts';

test('headings, paragraphs and lists', () => {
  expect(blocksOf('## Orders\r\n\n- chair\n- time\n\nWe keep them.\nNot for ever.\n- one more')).toEqual([
    { kind: 'heading', text: 'Orders' },
    { kind: 'list', items: ['chair', 'time'] },
    { kind: 'paragraph', text: 'We keep them.' },
    { kind: 'paragraph', text: 'Not for ever.' },
    { kind: 'list', items: ['one more'] },
  ]);
});

test('no word of a text is lost, and markup is never read as HTML', () => {
  const line = fc.stringMatching(/^(## |- )?[a-z<>&"]{1,12}$/);
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const shown = blocksOf(lines.join('\n')).flatMap((block) => (block.kind === 'list' ? block.items : [block.text]));
      expect(shown).toEqual(lines.map((each) => each.replace(/^(## |- )/, '')));
    }),
  );
});
