import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { forwardRequest } from './forward-request.ts';
import { loginPage } from './login-page.ts';

/** The API alone at its own origin, with CORS open to every origin. */
async function serveApi(target: string) {
  const allowed = {
    'access-control-allow-origin': '*',
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
  const pages = await startApp({ API_URL: api.url });
  try {
    const outlet = await app.world.outlet({ name: '远方网点' });
    const { deviceId } = await app.world.device(outlet, { online: true });
    await app.world.order(deviceId, { amount: 4321 });
    await page.goto(pages.url);
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
    await pages.stop();
    api.stop();
  }
});
