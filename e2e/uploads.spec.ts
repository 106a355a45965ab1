import { createHash } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { makePolicy, signPolicy } from '../server/src/features/uploads/uploads.rules.ts';
import { postFile, sampleOf, signedUrl } from '../server/src/testing/uploads.ts';
import { type App, startApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { startFlakyProxy } from './flaky-proxy.ts';
import { makePicture, withMetadata } from './media.ts';

const megabyte = 1024 * 1024;
const formPath = (order: { orderId: string }) => `${pages.feedback}?orderId=${order.orderId}`;
const done = (page: Page) => page.locator('[data-state=done]');

async function setUp({ world }: App) {
  const outlet = await world.outlet();
  const guest = await world.consumer();
  const order = await world.order((await world.device(outlet)).deviceId, { placedBy: guest });
  return { guest, order };
}

/** The stored files of an account, by URLs under which they can be read. */
async function storedFilesOf(app: App, { accountId }: { accountId: number }): Promise<string[]> {
  const text = 'SELECT url FROM files WHERE account_id = $1 ORDER BY id';
  const { rows } = await app.pool.query<{ url: string }>({ name: 'e2e.files', text, values: [accountId] });
  return Promise.all(rows.map(({ url }) => signedUrl(app.pool, url)));
}
const onDisk = (app: App) => readdir(join(app.dataDir, 'files')).catch(() => []);
const contentOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('a video whose connection drops goes on by itself, behind what has arrived', async ({ app, page }) => {
  const { guest, order } = await setUp(app);
  const proxy = await startFlakyProxy(app.url);
  await page.addInitScript((token) => localStorage.setItem('Access-Token', token), guest.token);
  await page.goto(proxy.url + formPath(order));
  await page.getByText('相册').waitFor();
  const film = sampleOf('video/mp4', 12 * megabyte);
  const before = (await onDisk(app)).length;
  const receivedBefore = proxy.received();
  proxy.cutAfter(10 * megabyte);
  await page.getByLabel('相册').setInputFiles([{ name: 'film.mp4', mimeType: 'video/mp4', buffer: film }]);
  await expect(done(page)).toHaveCount(1);
  expect(proxy.cuts()).toBe(1);
  expect((proxy.received() - receivedBefore) / megabyte).toBeLessThan(17);
  const [url = ''] = await storedFilesOf(app, guest);
  const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  expect(hash(await contentOf(url))).toBe(hash(film));
  expect(await onDisk(app)).toHaveLength(before + 1);
  proxy.stop();
});

test('a large picture is scaled down, rotated upright, and stripped of its GPS position', async ({ app, openAs }) => {
  const { guest, order } = await setUp(app);
  const page = await openAs(guest, formPath(order));
  await page.getByText('相册').waitFor();
  const photo = withMetadata(await makePicture(page, 3000, 2000, 'image/jpeg'));
  await page.getByLabel('相册').setInputFiles([{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo }]);
  await expect(done(page)).toHaveCount(1);
  const [url = ''] = await storedFilesOf(app, guest);
  expect(url).toMatch(/IMG_1\d{13}\.jpg\?/);
  const content = await contentOf(url);
  expect(content.includes('Exif')).toBe(false);
  const seen = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const redAt = (y: number) => (context?.getImageData(image.width / 2, y, 1, 1).data[0] ?? 0) > 128;
    return { width: image.width, height: image.height, top: redAt(20), bottom: redAt(image.height - 20) };
  }, url);
  // Its left half was red; rotated clockwise, that is the top.
  expect(seen).toEqual({ width: 1365, height: 2048, top: true, bottom: false });
});

test('a video over 100 MB is rejected before the upload', async ({ app, openAs }) => {
  const { guest, order } = await setUp(app);
  const page = await openAs(guest, formPath(order));
  const asked: string[] = [];
  page.on('request', (request) => /getPolicy|\/api\/files/.test(request.url()) && asked.push(request.url()));
  const path = join(tmpdir(), `long-${Date.now()}.mp4`);
  const file = await open(path, 'w');
  await file.truncate(101 * megabyte);
  await file.close();
  await page.getByLabel('相册').setInputFiles(path);
  await expect(page.getByText('视频不能超过 100M')).toBeVisible();
  await expect(page.locator('[data-state]')).toHaveCount(0);
  expect(asked).toEqual([]);
  await rm(path);
});

test('files beyond the 52nd are left out, and a document is rejected by name', async ({ app, openAs }) => {
  const { guest, order } = await setUp(app);
  const page = await openAs(guest, formPath(order));
  await page.getByText('相册').waitFor();
  await page
    .getByLabel('相册')
    .setInputFiles([{ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') }]);
  await expect(page.getByText('a.pdf: 不支持这种文件')).toBeVisible();
  const buffer = await makePicture(page, 8, 8, 'image/png');
  const many = Array.from({ length: 54 }, (_, index) => ({ name: `${index}.png`, mimeType: 'image/png', buffer }));
  await page.getByLabel('相册').setInputFiles(many);
  await expect(page.getByText('最多上传 52 个文件')).toBeVisible();
  await expect(done(page)).toHaveCount(52);
});

test('a file that the host rejects can be retried or removed, and submit names it', async ({ app, openAs }) => {
  const { guest, order } = await setUp(app);
  const page = await openAs(guest, formPath(order));
  await page.getByText('有异响').click();
  await page.getByRole('textbox', { name: '异常描述' }).fill('有异响');
  const picture = { mimeType: 'image/png', buffer: await makePicture(page, 8, 8, 'image/png') };
  const fake = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html><script>1</script></html>') };
  await page.getByLabel('相册').setInputFiles([{ name: 'good.png', ...picture }, fake]);
  await expect(page.locator('[data-state=failed]')).toHaveCount(1);
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByRole('alert')).toContainText('page.jpg');
  await page.getByRole('button', { name: /点击重试\s*page.jpg/ }).click();
  await expect(page.locator('[data-state=failed]')).toHaveCount(1);
  await page.getByRole('button', { name: '取消上传 page.jpg' }).click();
  await expect(page.locator('[data-state]')).toHaveCount(1);
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('提交成功')).toBeVisible();
});

/** Posts an upload form from within the page, with some fields changed. */
function postFromPage(page: Page, changed: Record<string, string>, content: { head: number[]; length: number }) {
  return page.evaluate(
    async ([fields, { head, length }]) => {
      const headers = { 'Access-Token': localStorage.getItem('Access-Token') ?? '' };
      const { data } = await (await fetch('/api/web/api/v1/file/getPolicy', { headers })).json();
      const { dir, policy, accessid, signature, callback, host } = data;
      const form = new FormData();
      const right = { name: 'a.jpg', key: `${dir}a.jpg`, policy, OSSAccessKeyId: accessid, signature, callback };
      for (const [name, value] of Object.entries({ ...right, ...fields }))
        form.append(name, value.replace('DIR/', dir));
      const rest = new Uint8Array(Math.max(0, length - head.length));
      form.append('file', new Blob([new Uint8Array(head), rest]), 'a.jpg');
      return (await (await fetch(host, { method: 'POST', body: form })).json()).code as number;
    },
    [changed, content] as const,
  );
}

test('invalid uploads are rejected by the host and leave nothing on disk', async ({ app, openAs }) => {
  const { guest, order } = await setUp(app);
  const page = await openAs(guest, formPath(order));
  await page.getByText('相册').waitFor();
  const text = `SELECT value FROM secrets WHERE name = 'uploads'`;
  await app.client.uploads.policy({}, { token: guest.token });
  const { rows } = await app.pool.query<{ value: string }>({ name: 'e2e.secret', text });
  const jpeg = { head: [...sampleOf('image/jpeg', 64)], length: 64 };
  const html = { head: [...Buffer.from('<html><script>alert(1)</script></html>')], length: 0 };
  const film = { head: [...sampleOf('video/mp4', 64)], length: 101 * megabyte };
  const tampered = makePolicy('u/', new Date('2099-01-01'), megabyte);
  const old = makePolicy(`u/${guest.accountId}/`, new Date(Date.now() - 1000), megabyte);
  const expired = { policy: old, signature: signPolicy(old, rows[0]?.value ?? ''), key: `u/${guest.accountId}/a.jpg` };
  const before = await onDisk(app);
  expect(await postFromPage(page, { policy: tampered }, jpeg)).toBe(403);
  expect(await postFromPage(page, expired, jpeg)).toBe(403);
  expect(await postFromPage(page, { key: 'u/1/default/a.jpg' }, jpeg)).toBe(403);
  expect(await postFromPage(page, { key: 'DIR/../../../a.jpg' }, jpeg)).toBe(403);
  expect(await postFromPage(page, {}, html)).toBe(20601);
  expect(await postFromPage(page, {}, film)).toBe(20601);
  expect(await onDisk(app)).toEqual(before);
  expect(await postFromPage(page, {}, jpeg)).toBe(200);
});

test('a video of 100 MB is never in the server’s memory as a whole', async () => {
  // Its own server: a shared one would include the memory of other tests.
  const app = await startApp();
  try {
    const { guest } = await setUp(app);
    const residentBytes = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const text = await (await fetch(`${app.url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
    };
    const { data: policy } = await app.client.uploads.policy({}, { token: guest.token });
    for (let round = 0; round < 20; round += 1) await residentBytes();
    await postFile(policy, 'small.mp4', sampleOf('video/mp4', 10 * megabyte));
    const before = await residentBytes();
    let peak = before;
    let running = true;
    const upload = postFile(policy, 'film.mp4', sampleOf('video/mp4', 100 * megabyte)).finally(() => {
      running = false;
    });
    while (running) peak = Math.max(peak, await residentBytes());
    expect((await upload).code).toBe(200);
    expect((peak - before) / megabyte).toBeLessThan(100);
  } finally {
    await app.stop();
  }
});
