import { createRequire } from 'node:module';
import type { BrowserContext } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);
const fileOf = (name: string) => resolve(`@fontsource/noto-sans-sc/files/noto-sans-sc-${name}-normal.woff2`);

/**
 * Test machines rarely have a Chinese font. The app uses the phone's fonts; screenshots use one from a package, which is
 * not part of the app.
 */
const face = (script: string, weight: number, weights: string, range: string) =>
  `@font-face { font-family: pictures; font-weight: ${weights}; unicode-range: ${range};
    src: url("/test-fonts/${script}-${weight}") }`;
const faces = [
  face('chinese-simplified', 400, '100 500', 'U+2000-FFFF'),
  face('chinese-simplified', 700, '501 900', 'U+2000-FFFF'),
  face('latin', 400, '100 500', 'U+0000-1FFF'),
  face('latin', 700, '501 900', 'U+0000-1FFF'),
];
const style = `${faces.join('')} :root { --font: pictures, sans-serif; --font-number: pictures, sans-serif }`;

export async function bringChineseFont(context: BrowserContext): Promise<void> {
  await context.route('**/test-fonts/*', (route) =>
    route.fulfill({ path: fileOf(route.request().url().split('/').at(-1) ?? ''), contentType: 'font/woff2' }),
  );
  await context.addInitScript(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(style)});
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }`);
}
