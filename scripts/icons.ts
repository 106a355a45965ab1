import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../e2e/browser.ts';

/** Renders the app's icons from `icon.svg`: `node scripts/icons.ts`. The background fills the square, so any mask fits. */

const folder = join(import.meta.dirname, '../web/public/icons');
const sizes = { 'icon-192': 192, 'icon-512': 512, 'apple-touch-icon': 180 };

const svg = await readFile(join(folder, 'icon.svg'), 'utf8');
const browser = await chromium.launch(await findBrowser());
try {
  for (const [name, size] of Object.entries(sizes)) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
}
