import { createHash } from 'node:crypto';
import type { Language } from '@recline/contract/languages';

export const documents = ['user-agreement', 'privacy-notice'] as const;
export type DocumentName = (typeof documents)[number];

/** Both documents in every language. */
export type Texts = Record<DocumentName, Record<Language, string>>;

/** A hash of all texts: a recorded consent identifies the exact wording. */
export const versionOf = (texts: Texts): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);

/** A text file is a line with the title (`# …`), then paragraphs, lists (`- …`) and headings (`## …`). */
export function documentOf(file: string, servicePhone: string): { title: string; text: string } {
  const [first = '', ...rest] = file.replaceAll('{servicePhone}', servicePhone).trim().split('\n');
  return { title: first.replace(/^#\s*/, ''), text: rest.join('\n').trim() };
}
