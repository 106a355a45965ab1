import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@recline/contract/languages';
import { describe, expect, test } from 'vitest';
import { everyLanguage } from './every-language.ts';
import { loadChairPageTexts, loadFailedPageTexts, loadTexts } from './index.ts';

const allTexts = async (language: Language) => ({
  ...(await loadTexts(language)),
  ...(await loadChairPageTexts(language)),
  ...(await loadFailedPageTexts(language)),
  ...everyLanguage[language],
});
const [zh, en, id] = await Promise.all([allTexts('zh_CN'), allTexts('en_US'), allTexts('id_ID')]);

const sourceFolder = join(import.meta.dirname, '../src');
const source = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(sourceFolder, name), 'utf8'))
  .join('\n');

type Entry = [path: string, value: unknown];

/** Every text with its path: `home.title`, `errors.device.text`. */
const entries = (value: object, path: string): Entry[] =>
  Object.entries(value).flatMap(([key, inner]): Entry[] =>
    typeof inner === 'object' ? entries(inner, `${path}${key}.`) : [[`${path}${key}`, inner]],
  );

/** Used by its whole path, or as one of a group that is indexed by value: `t.errors.kinds[kind]`. */
function isUsed(path: string): boolean {
  const parts = path.split('.');
  const groups = parts.map((_, depth) => parts.slice(0, depth).join('.')).slice(2);
  return (
    groups.some((group) => source.includes(`t.${group}[`)) || new RegExp(`\\b${parts.join('\\.')}\\b`).test(source)
  );
}

/** The end of a paged list takes its texts from the area that it is given. */
function isOfPagedList(path: string): boolean {
  const area = /^(\w+)\.(?:more|moreFailed|end)$/.exec(path)?.[1];
  return area !== undefined && source.includes(`texts={t.${area}}`);
}

const all = entries(zh, '');

test('every text is used somewhere', () => {
  // The client's own messages go to it as a whole.
  const unused = all
    .map(([path]) => path)
    .filter((path) => !path.startsWith('common.') && !isUsed(path) && !isOfPagedList(path));
  expect(unused).toEqual([]);
});

const sample = (value: unknown): string => String(typeof value === 'function' ? value(2, ['2']) : value);

describe.each([
  ['en_US', en],
  ['id_ID', id],
])('%s', (_name, texts) => {
  const own = new Map(entries(texts, ''));

  test('has no Chinese left in it', () => {
    expect([...own].filter(([, value]) => /\p{Script=Han}/u.test(sample(value)))).toEqual([]);
  });

  test('leaves nothing empty', () => {
    expect([...own].filter(([, value]) => sample(value).trim() === '')).toEqual([]);
  });
});

test('Indonesian is not English by oversight', () => {
  const english = new Map(entries(en, ''));
  const same = entries(id, '').filter(
    ([path, value]) => sample(value) === sample(english.get(path)) && sample(value).includes(' '),
  );
  // A list without a word of its own.
  expect(same.map(([path]) => path)).toEqual(['chart.reading']);
});

test('Indonesian has one word for what is online or offline', () => {
  const others = entries(id, '').filter(([, value]) => /\b(?:luring|daring|offline|tersambung)\b/i.test(sample(value)));
  expect(others).toEqual([]);
});
