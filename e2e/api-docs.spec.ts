import { expect, test } from './fixtures.ts';

test('the page of the calls lists each call and makes the ones somebody tries', async ({ page, app }) => {
  const { token } = await app.world.consumer();
  await page.goto('/api/docs');
  await page.getByLabel('Access-Token').fill(token);
  await page.getByText('/login/info').click();
  const call = page.locator('details', { hasText: '/login/info' });
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.locator('pre').first()).toContainText('"role": "consumer"');
});
