/** One HTML document. Its content is given as HTML; every address and text comes from the build. */
export interface DocumentParts {
  /** The BCP 47 tag of its language. */
  lang: string;
  title: string;
  description: string;
  /** The address of the web app manifest. */
  manifest?: string;
  themeColors: readonly { color: string; media?: string }[];
  /** Runs first, even if the other scripts do not parse. */
  failureScript: string;
  /** Scripts that run before the first paint. */
  inlineScripts: readonly string[];
  /** The styles, either in the document or by their addresses. */
  inlineStyles?: string;
  stylesheets?: readonly string[];
  /** Scripts to preload, and the entry script. */
  preloads: readonly string[];
  entry: string;
  /**
   * A page with content has its scripts at the end: they are requested once the whole page has arrived, and do not
   * compete with it for bandwidth.
   */
  scripts: 'first' | 'last';
  /** The content inside and after the element of the app. */
  content?: string;
  after?: string;
}

const themeColor = ({ color, media }: DocumentParts['themeColors'][number]) =>
  `<meta name="theme-color" content="${color}"${media ? ` media="${media}"` : ''}>`;

const scriptTags = ({ preloads, entry }: DocumentParts): string =>
  [
    ...preloads.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    `<script type="module" crossorigin src="${entry}"></script>`,
  ].join('\n');

function headOf(parts: DocumentParts): string[] {
  const { manifest, description, inlineStyles, stylesheets = [] } = parts;
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    ...parts.themeColors.map(themeColor),
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
    `<script>${parts.failureScript}</script>`,
    ...(manifest ? [`<link rel="manifest" href="${manifest}">`] : []),
    `<meta name="description" content="${description}">`,
    ...(parts.scripts === 'first' ? [scriptTags(parts)] : []),
    ...stylesheets.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...(inlineStyles ? [`<style>${inlineStyles}</style>`] : []),
    `<script>${parts.inlineScripts.join('\n')}</script>`,
    // The server compresses the part before the title once for all pages that it renders.
    `<title>${parts.title}</title>`,
  ];
}

/** Writes the document. The server replaces the comments that begin with `recline:`. */
export const htmlDocument = (parts: DocumentParts): string =>
  [
    '<!doctype html>',
    `<html lang="${parts.lang}">`,
    '<head>',
    ...headOf(parts),
    '</head>',
    '<body>',
    `<div id="app">${parts.content ?? ''}</div>`,
    parts.after ?? '',
    '<!--recline:config-->',
    ...(parts.scripts === 'last' ? [scriptTags(parts)] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
