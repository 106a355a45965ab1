import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestServer } from './testing/start.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-brand-'));
  await writeFile(join(folder, 'logo.png'), pixel);
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterAll(() => rm(folder, { recursive: true }));

it("the operator's name, colour and logo are in its pages and its manifest", async () => {
  const settings = { BRAND_NAME: 'Rest & Co', BRAND_COLOR: '#0B5CAD', BRAND_LOGO: join(folder, 'logo.png') };
  const server = await startTestServer(inject('postgresUrl'), settings);
  try {
    const get = (path: string) => fetch(new URL(path, server.url));
    const page = await get('/');
    const html = await page.text();
    expect(html).toContain('Rest &amp; Co</h1>');
    expect(html).not.toContain('Recline');
    expect(html).toContain('--brand:#0b5cad');
    expect(html).toContain('<meta name="theme-color" content="#0b5cad">');
    const { deviceId } = await server.world.device(await server.world.outlet());
    const chair = await (await get(`/pages/index/index?deviceId=${deviceId}`)).text();
    expect(chair).toMatch(/<footer.*Rest &amp; Co<\/span><\/footer>/);
    const [, logo = ''] = /"logo":"([^"]+)"/.exec(html) ?? [];
    const picture = await get(logo);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(pixel);
    expect(await (await get('/manifest.en_US.webmanifest')).json()).toMatchObject({
      name: 'Rest & Co',
      theme_color: '#0b5cad',
    });
  } finally {
    await server.stop();
  }
});

it.each([
  [{ BRAND_LOGO: '/no/such/logo.png' }, /BRAND_LOGO: ENOENT/],
  [{ BRAND_LOGO: 'logo.svg' }, /BRAND_LOGO: must be a PNG or JPEG/],
])('the server does not start with %o', async ({ BRAND_LOGO }, message) => {
  const path = BRAND_LOGO.startsWith('/') ? BRAND_LOGO : join(folder, BRAND_LOGO);
  await expect(startTestServer(inject('postgresUrl'), { BRAND_LOGO: path })).rejects.toThrow(message);
});
