import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pages } from '@recline/contract/pages';
import { startApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { forwardRequest } from './forward-request.ts';
import { loginPage } from './login-page.ts';
import { makePicture } from './media.ts';

/** The API alone at its own origin, with CORS open to every origin. */
async function serveApi(target: string) {
  const allowed = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'lang, access-token, timezone-offset, content-type',
    'access-control-max-age': '600',
  };
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === 'OPTIONS') outgoing.writeHead(204, allowed).end();
    else forwardRequest(incoming, outgoing, target, allowed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

test('the app works with an API server at another origin', async ({ app, page }) => {
  const api = await serveApi(app.url);
  const web = await startApp({ API_URL: api.url });
  try {
    const outlet = await app.world.outlet({ name: '远方网点' });
    const { deviceId } = await app.world.device(outlet, { online: true });
    await app.world.order(deviceId, { amount: 4321 });
    await page.goto(web.url);
    await loginPage(page).login(await app.world.manager([outlet]));
    await expect(page.getByText('¥43.21').first()).toBeVisible();
    await page.getByRole('link', { name: '设备列表' }).click();
    await expect(page.getByText(deviceId, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '返回' }).click();
    await page.getByRole('link', { name: '我的' }).click();
    await expect(page.getByText('远方网点')).toBeVisible();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
    await expect(loginPage(page).submit).toBeVisible();
  } finally {
    await web.stop();
    api.stop();
  }
});

/** A separate file host, which records posted forms and serves one picture at every address. */
async function serveFiles(picture: Buffer) {
  const posted: FormData[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    const headers = { 'content-type': incoming.headers['content-type'] ?? '' };
    if (incoming.method === 'POST') posted.push(await new Response(body, { headers }).formData());
    outgoing.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'image/png' });
    outgoing.end(incoming.method === 'GET' ? picture : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posted, stop };
}

test('files go to the file host of an API server at another origin, and are shown from there', async ({ page }) => {
  await page.goto('about:blank');
  const picture = await makePicture(page, 60, 40, 'image/png');
  const files = await serveFiles(picture);
  const oss = {
    OSS_BUCKET: 'bucket',
    OSS_ENDPOINT: 'http://oss.invalid',
    OSS_DOMAIN: files.url,
    OSS_ACCESS_KEY_ID: 'id',
    OSS_ACCESS_KEY_SECRET: 'secret',
    PUBLIC_URL: 'http://api.invalid',
  };
  const other = await startApp(oss);
  const api = await serveApi(other.url);
  const web = await startApp({ API_URL: api.url });
  try {
    const guest = await other.world.consumer();
    const { deviceId } = await other.world.device(await other.world.outlet());
    const { orderId } = await other.world.order(deviceId, { placedBy: guest });
    await page.addInitScript((token) => localStorage.setItem('Access-Token', token), guest.token);
    await page.goto(`${web.url}${pages.feedback}?orderId=${orderId}`);
    const answer = page.waitForResponse('**/file/getPolicy*');
    await page.getByLabel('相册').setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: picture }]);
    await expect(page.locator('[data-state=done]')).toHaveCount(1);
    expect(files.posted).toHaveLength(1);
    const { data: policy } = await (await answer).json();
    const { file, ...fields } = Object.fromEntries(files.posted[0] ?? []);
    expect(fields).toEqual({
      name: expect.stringMatching(/^a\d{13}\.png$/),
      key: `${policy.dir}${String(fields.name)}`,
      policy: policy.policy,
      OSSAccessKeyId: policy.accessid,
      success_action_status: '200',
      signature: policy.signature,
      callback: policy.callback,
    });
    expect(policy.callback).not.toBe('');
    expect(Buffer.from(await (file as File).arrayBuffer())).toEqual(picture);
    const width = await page.evaluate(
      (url) =>
        new Promise<number>((resolve) => {
          const image = new Image();
          image.onload = () => resolve(image.naturalWidth);
          image.onerror = () => resolve(0);
          image.src = url;
        }),
      `${files.url}/picture.png`,
    );
    expect(width).toBe(60);
  } finally {
    await web.stop();
    api.stop();
    await other.stop();
    files.stop();
  }
});
