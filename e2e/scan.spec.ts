import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pages } from '@recline/contract/pages';
import { codeFilm, codePng } from '../server/src/testing/codes.ts';
import { browserIfAny } from './browser.ts';
import { expect, test } from './chairs.ts';

const onFilm = 'CAMERA-7';
const film = join(tmpdir(), `recline-code-${process.pid}.y4m`);
writeFileSync(film, codeFilm(`https://elsewhere.example${pages.index}?deviceId=${onFilm}`));
const browser = await browserIfAny();
const camera = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];
test.use({ launchOptions: { ...browser, args: [...(browser?.args ?? []), ...camera] } });

const start = pages.quickStart;
const photo = async (text: string) => ({ name: 'code.png', mimeType: 'image/png', buffer: await codePng(text) });

test('the camera reads the code on a chair, without requests to other hosts', async ({ app, chairAt, openAs }) => {
  await chairAt(await app.world.outlet(), { deviceId: onFilm });
  const page = await openAs(await app.world.consumer(), start);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.getByRole('button', { name: /扫码启动/ }).click();
  await expect(page).toHaveURL(`${pages.index}?deviceId=${onFilm}`);
  await expect(page.getByText('选择时长')).toBeVisible();
  expect([...hosts]).toEqual([new URL(app.url).host]);
});

test('the camera reads the code on a chair for a guest without a login', async ({ page }) => {
  await page.goto(pages.index);
  await page.getByRole('button', { name: /扫码启动/ }).click();
  await expect(page).toHaveURL(`${pages.index}?deviceId=${onFilm}`);
});

test('the scanner can be closed', async ({ app, openAs }) => {
  const page = await openAs(await app.world.consumer(), start);
  await page.route('**/*.wasm', () => undefined);
  await page.getByRole('button', { name: /扫码启动/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(start);
});

test('a photo of the code can be used instead', async ({ app, chairAt, openAs }) => {
  const chair = await chairAt(await app.world.outlet());
  const page = await openAs(await app.world.consumer(), start);
  await page
    .locator('input[type=file]')
    .setInputFiles(await photo(`http://10.0.0.9:8080${pages.index}?deviceId=${chair.deviceId}`));
  await expect(page).toHaveURL(`${pages.index}?deviceId=${chair.deviceId}`);
});

test('a foreign code, a photo without a code and a file that is no photo have their own messages', async ({
  app,
  openAs,
}) => {
  const page = await openAs(await app.world.consumer(), start);
  const input = page.locator('input[type=file]');
  const problem = page.getByRole('alert').filter({ hasText: /./ });
  await input.setInputFiles(await photo('https://example.com/menu?deviceId=A1'));
  await expect(problem).toHaveText(/无法识别设备/);
  const plain = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 40 } });
  await input.setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: plain });
  await expect(problem).toHaveText(/没有找到二维码/);
  await input.setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(problem).toHaveText(/无法打开这张照片/);
  await expect(page).toHaveURL(start);
});

test('without a camera the alternatives are shown', async ({ app, openAs, page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
  });
  await openAs(await app.world.consumer(), start);
  await page.getByRole('button', { name: /扫码启动/ }).click();
  await expect(page.getByText('没有找到可用的相机。可以从照片识别，或输入设备编号。')).toBeVisible();
});
