import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@recline/contract/languages';
import { describe, expect, it, test } from 'vitest';
import { documentOf, documents } from './agreements.rules.ts';

const files = documents.flatMap((name) => languages.map((language) => `${name}.${language}.md`));
const read = (file: string) => readFileSync(join(import.meta.dirname, 'texts', file), 'utf8');

describe.each(files)('%s', (file) => {
  it('names the service phone', () => {
    expect(documentOf(read(file), '400-820-1234').text).toContain('400-820-1234');
  });

  it('reads well without one', () => {
    const { text } = documentOf(read(file), '');
    expect(text).not.toMatch(/servicePhone|\[\[|\]\]|\||[ (:：]\.| {2}|拨打|hubungi *[.;]|call *[.;]/);
    expect(text.split('\n\n')).toHaveLength(documentOf(read(file), '1').text.split('\n\n').length);
  });
});

test.each([
  ['# T\n\nAsk us. Call {servicePhone}. We answer.', '', 'Ask us. We answer.'],
  ['# T\n\n请咨询。请拨打 {servicePhone}。谢谢。', '', '请咨询。谢谢。'],
  ['# T\n\nAsk us. Call {servicePhone}. We answer.', '123', 'Ask us. Call 123. We answer.'],
  ['# T\n\nTo ask, [[call {servicePhone}|write]].', '', 'To ask, write.'],
])("an operator's text %j with the phone %j reads %j", (file, phone, text) => {
  expect(documentOf(file, phone).text).toBe(text);
});
