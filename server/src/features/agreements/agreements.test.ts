import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreementPaths } from '@recline/contract/agreement-paths';
import { languages } from '@recline/contract/languages';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { startTestServer } from '../../testing/start.ts';
import { versionOf } from './agreements.rules.ts';
import { readTexts } from './texts.ts';

const server = useServer({ SERVICE_PHONE: '400-820-1234' });
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recline-agreements-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}
const inAllLanguages = (name: string, text: string) =>
  Object.fromEntries(languages.map((language) => [`${name}.${language}.md`, `# ${language}\n\n${text}`]));

describe('the agreements', () => {
  it.each([
    ['zh_CN', '用户协议', '隐私政策'],
    ['en_US', 'User agreement', 'Privacy notice'],
    ['id_ID', 'Perjanjian pengguna', 'Kebijakan privasi'],
  ])('exist in %s, with the same headings, the service phone and one version', async (lang, agreement, privacy) => {
    const { data } = await server().client.agreements.get({}, { lang });
    const { data: chinese } = await server().client.agreements.get({}, { lang: 'zh_CN' });
    expect([data.userAgreement.title, data.privacyNotice.title]).toEqual([agreement, privacy]);
    expect(data.userAgreement.text).toContain('400-820-1234');
    expect(data.version).toBe(chinese.version);
    const headings = (text: string) => text.match(/^## /gm)?.length;
    expect(headings(data.userAgreement.text)).toBe(headings(chinese.userAgreement.text));
    expect(headings(data.privacyNotice.text)).toBe(headings(chinese.privacyNotice.text));
  });

  it.each(languages)('are pages too, without scripts, in %s, with the whole text', async (lang) => {
    const { data } = await server().client.agreements.get({}, { lang });
    for (const name of ['userAgreement', 'privacyNotice'] as const) {
      const response = await fetch(`${server().url}${agreementPaths[name]}?lang=${lang}`);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      const html = await response.text();
      expect(html).toContain(`<h1>${data[name].title}</h1>`);
      const shown = html
        .replace(/<[^>]*>/g, '')
        .replaceAll('&#39;', "'")
        .replaceAll('&#34;', '"');
      for (const line of data[name].text.split('\n')) expect(shown).toContain(line.replace(/^(## |- )/, '').trim());
    }
  });

  it('can be replaced by files of the operator, document by document', async () => {
    const folder = await folderWith(inAllLanguages('privacy-notice', 'Ours.'));
    const own = await startTestServer(inject('postgresUrl'), { AGREEMENTS_DIR: folder });
    try {
      const { data } = await own.client.agreements.get({}, { lang: 'en_US' });
      expect(data.privacyNotice).toEqual({ title: 'en_US', text: 'Ours.' });
      expect(data.userAgreement.title).toBe('User agreement');
      expect(data.version).not.toBe((await server().client.agreements.get({})).data.version);
    } finally {
      await own.stop();
    }
  });

  it('are not replaced in one language only: the missing files are named', async () => {
    const { 'privacy-notice.id_ID.md': _left, ...rest } = inAllLanguages('privacy-notice', 'Ours.');
    await expect(readTexts(await folderWith(rest))).rejects.toThrow(
      'AGREEMENTS_DIR: privacy-notice.id_ID.md is missing',
    );
  });

  it('have another version when any word changes', async () => {
    const texts = await readTexts(undefined);
    const changed = { ...texts, 'privacy-notice': { ...texts['privacy-notice'], id_ID: 'x' } };
    expect(versionOf(changed)).not.toBe(versionOf(texts));
  });
});

describe('consent', () => {
  const consentsOf = async (accountId: number) =>
    (
      await server().pool.query<{ version: string; occasion: string }>(
        `SELECT c.version, occasion FROM consents c JOIN agreements USING (version) WHERE account_id = $1 ORDER BY occasion`,
        [accountId],
      )
    ).rows;

  async function order() {
    const { world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet, { online: true });
    const priceId = outlet.prices[0]?.priceId ?? '';
    return { deviceId, priceId, payType: 'sandbox', requestId: randomUUID() } as const;
  }

  it('is recorded with its version at a payment and when giving a number', async () => {
    const { client, smsCodes } = server();
    const { version } = (await client.agreements.get({})).data;
    const token = (await client.session.guest({})).data.accessToken;
    const accountId = Number((await client.session.info({}, { token })).data.id);
    expect((await client.starting.activate({ ...(await order()), agreed: version }, { token })).code).toBe(200);
    expect(await consentsOf(accountId)).toEqual([{ version, occasion: 'payment' }]);
    const mobile = '+8613800000123';
    await client.session.smsCode({ mobile });
    const code = smsCodes.get(mobile)?.at(-1) ?? '';
    expect((await client.session.smsLogin({ mobile, code, agreed: version }, { token })).code).toBe(200);
    expect(await consentsOf(accountId)).toEqual([
      { version, occasion: 'number' },
      { version, occasion: 'payment' },
    ]);
  });

  it('is not assumed if the caller gives none, and not accepted for an unknown version', async () => {
    const { client, world } = server();
    const { token, accountId } = await world.consumer();
    expect((await client.starting.activate(await order(), { token })).code).toBe(200);
    expect(await consentsOf(accountId)).toEqual([]);
    const forged = await client.starting.activate({ ...(await order()), agreed: 'forged' }, { token });
    expect(forged).toMatchObject({ code: 400 });
    expect(forged.message).toContain('agreed');
  });
});
