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
  const [first = '', ...rest] = withPhone(file, servicePhone).trim().split('\n');
  return { title: first.replace(/^#\s*/, ''), text: rest.join('\n').trim() };
}

const alternatives = /\[\[([^|\]]*)\|([^\]]*)\]\]/g;
const sentenceWithPhone = /[^.。!！?？\n]*\{servicePhone\}[^.。!！?？\n]*[.。!！?？]?/g;

/** `[[with|without]]` is the first where there is a service phone. Without one, any other sentence that names it is left out. */
const withPhone = (file: string, servicePhone: string): string =>
  servicePhone === ''
    ? file.replace(alternatives, '$2').replace(sentenceWithPhone, '')
    : file.replace(alternatives, '$1').replaceAll('{servicePhone}', servicePhone);
