import { languages } from '@recline/contract/languages';
import { expect, test } from './fixtures.ts';

test('the API page lists every call and can send requests', async ({ page, app }) => {
  const { token } = await app.world.consumer();
  await page.goto('/api/docs');
  await page.getByLabel('Access-Token').fill(token);
  await expect(page.getByLabel('lang')).toHaveValue('en_US');
  await expect(page.getByLabel('lang').locator('option')).toHaveText([...languages]);
  await page.getByText('/login/info').click();
  const call = page.locator('details', { hasText: '/login/info' });
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.locator('pre').first()).toContainText('"role": "consumer"');
});
