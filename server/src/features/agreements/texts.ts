import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@recline/contract/languages';
import { type DocumentName, documents, type Texts } from './agreements.rules.ts';

const ownFolder = join(import.meta.dirname, 'texts');

/** The texts of the product, each document replaced by that of the operator's folder if it is there. */
export async function readTexts(folder: string | undefined): Promise<Texts> {
  const entries = await Promise.all(documents.map(async (name) => [name, await readDocument(name, folder)] as const));
  return Object.fromEntries(entries) as Texts;
}

/** A document is replaced in all languages or in none: otherwise people would agree to different things. */
async function readDocument(name: DocumentName, folder: string | undefined): Promise<Texts[DocumentName]> {
  const given =
    folder === undefined ? [] : await Promise.all(languages.map((language) => find(folder, name, language)));
  const missing = languages.filter((_language, index) => given[index] === undefined);
  if (folder !== undefined && missing.length > 0 && missing.length < languages.length) {
    throw new Error(`AGREEMENTS_DIR: ${missing.map((language) => fileName(name, language)).join(', ')} is missing`);
  }
  const texts = missing.length === 0 && given.length > 0 ? given : await readOwn(name);
  return Object.fromEntries(languages.map((language, index) => [language, texts[index]])) as Texts[DocumentName];
}

const readOwn = (name: DocumentName) =>
  Promise.all(languages.map((language) => readFile(join(ownFolder, fileName(name, language)), 'utf8')));

const fileName = (name: DocumentName, language: string) => `${name}.${language}.md`;

async function find(folder: string, name: DocumentName, language: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, fileName(name, language)), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
