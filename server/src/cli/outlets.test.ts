import { pages, pageUrl } from '@recline/contract/pages';
import { expect, it } from 'vitest';
import { runCli } from '../testing/cli.ts';
import { useServer } from '../testing/server.ts';

const server = useServer({ APP_LANGUAGE: 'auto', SERVICE_PHONE: '400-820-1234' });
const run = (...words: string[]) => runCli(words, { DATABASE_URL: server().databaseUrl });

it("an outlet has its own service phone and language on its chairs' pages, until they are taken away", async () => {
  const { client, world, url } = server();
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  const card = async () => (await client.chairPage.get({ deviceId })).data;
  const languageOfPage = async (headers: Record<string, string>) => {
    const page = await fetch(new URL(pageUrl(pages.index, { deviceId }), url), { headers });
    return /<html lang="([^"]+)"/.exec(await page.text())?.[1];
  };
  const edit = (...words: string[]) => run('outlet', 'edit', outlet.outletId, ...words);
  expect(await card()).toMatchObject({ servicePhone: '400-820-1234', language: null });
  expect(await languageOfPage({ 'accept-language': 'de' })).toBe('zh-CN');

  expect(await edit('--phone', '+62 21 5081 1234', '--language', 'id_ID')).toMatchObject({ code: 0 });
  expect(await card()).toMatchObject({ servicePhone: '+62 21 5081 1234', language: 'id_ID' });
  expect(await languageOfPage({ 'accept-language': 'de' })).toBe('id-ID');
  expect(await languageOfPage({ 'accept-language': 'ms-MY' })).toBe('en-US');
  expect(await languageOfPage({ 'accept-language': 'de', cookie: 'locale=zh_CN' })).toBe('zh-CN');

  expect(await edit('--phone', '', '--language', '')).toMatchObject({ code: 0 });
  expect(await card()).toMatchObject({ servicePhone: '400-820-1234', language: null });
  expect(await edit('--language', 'fr_FR')).toMatchObject({ code: 2 });
});
