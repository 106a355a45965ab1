import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@recline/contract/languages';

interface ManifestTexts {
  lang: string;
  name: string;
  description: string;
}

const icon = (size: number, purpose: string) => ({
  src: `/icons/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export const manifestOf = (language: Language) => `manifest.${language}.webmanifest`;

/** The web app manifest, for installing the app. */
export async function writeManifest(dist: string, language: Language, { lang, name, description }: ManifestTexts) {
  const manifest = {
    id: '/',
    start_url: '/',
    scope: '/',
    lang,
    name,
    short_name: name,
    description,
    display: 'standalone',
    background_color: '#f4f6f4',
    theme_color: '#0b7769',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  };
  await writeFile(join(dist, manifestOf(language)), JSON.stringify(manifest));
}
