import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';

/**
 * Test machines rarely have a Chinese font. The app uses the phone's fonts; screenshots use the font of the printed
 * labels.
 */
const fonts = join(import.meta.dirname, '../../server/fonts');

const face = (weight: number, weights: string) =>
  `@font-face { font-family: pictures; font-weight: ${weights}; src: url("/test-fonts/${weight}") }`;
const faces = [face(400, '100 500'), face(700, '501 900')];
const style = `${faces.join('')} :root { --font: pictures, sans-serif; --font-number: pictures, sans-serif }`;

export async function bringChineseFont(context: BrowserContext): Promise<void> {
  await context.route('**/test-fonts/*', (route) => {
    const weight = route.request().url().split('/').at(-1);
    return route.fulfill({ path: join(fonts, `noto-sans-sc-${weight}.woff`), contentType: 'font/woff' });
  });
  await context.addInitScript(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(style)});
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }`);
}
