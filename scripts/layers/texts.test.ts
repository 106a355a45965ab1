import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, findMissingTexts } from './texts.ts';

test('no document runs a component whose texts it does not load', async () => {
  expect(await findMissingTexts(documents, join(import.meta.dirname, '../..'))).toEqual([]);
});

test('a component with the texts of another document is found, also where it is loaded on demand', async () => {
  const root = await mkdtemp(join(tmpdir(), 'recline-texts-'));
  const put = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  };
  await put('web/src/mobile/texts/core.ts', 'export const useText = 1;\n');
  await put('web/src/ui/states.tsx', "import { useText } from '../mobile/texts/core.ts';\nexport const a = useText;\n");
  await put('web/src/mobile/app/start.tsx', "export { a } from '../../ui/states.tsx';\n");
  const entry =
    "export const load = () => import('../../ui/states.tsx');\nexport const next = () => import('./start.tsx');\n";
  await put('web/src/mobile/app/chair-page.tsx', entry);
  const chairPage = documents.filter(({ name }) => name === "a chair's page");
  expect(await findMissingTexts(chairPage, root)).toEqual([
    "a chair's page: web/src/ui/states.tsx → web/src/mobile/texts/core.ts",
  ]);
  await rm(root, { recursive: true });
});
