import { describe, expect, it, test } from 'vitest';
import { type BuildManifest, firstLoadOf } from './build-manifest.ts';
import { exceptions, unusedPatterns } from './chunks.ts';
import { type DocumentParts, htmlDocument } from './html-document.ts';
import { requireStyles, usedTokens } from './used-styles.ts';

const manifest: BuildManifest = {
  'entry.tsx': { file: 'assets/entry-1.js', imports: ['_kit.js', '_react.js'], css: ['assets/entry-1.css'] },
  '_kit.js': { file: 'assets/kit-1.js', imports: ['_react.js'], css: ['assets/kit-1.css'] },
  '_react.js': { file: 'assets/react-1.js' },
  'texts.ts': { file: 'assets/texts-1.js' },
};

describe('the initial files of a document', () => {
  const load = firstLoadOf(manifest, 'entry.tsx', ['texts.ts']);

  it('is the entry, with everything that it imports once, the largest script first', () => {
    expect(load.entry).toBe('/assets/entry-1.js');
    expect(load.preloads).toEqual(['/assets/react-1.js', '/assets/texts-1.js', '/assets/kit-1.js']);
  });

  it('has the styles of imports before those of the importer', () => {
    expect(load.stylesheets).toEqual(['/assets/kit-1.css', '/assets/entry-1.css']);
  });

  it('is refused if the build lacks it', () => {
    expect(() => firstLoadOf(manifest, 'other.tsx')).toThrow('The build has no other.tsx');
  });
});

describe('a document', () => {
  const parts: DocumentParts = {
    lang: 'en-US',
    title: 'Title',
    description: 'About',
    themeColors: [{ color: '#fff' }],
    failureScript: 'failed()',
    inlineScripts: ['first()', 'second()'],
    inlineStyles: 'b{color:red}',
    preloads: ['/kit.js'],
    entry: '/entry.js',
    scripts: 'last',
    content: '<p>content</p>',
  };
  const placeOf = (html: string, text: string) => {
    expect(html).toContain(text);
    return html.indexOf(text);
  };

  test.each(['first', 'last'] as const)('has its scripts %s', (scripts) => {
    const html = htmlDocument({ ...parts, scripts });
    const isBefore = placeOf(html, 'src="/entry.js"') < placeOf(html, '<p>content</p>');
    expect(isBefore).toBe(scripts === 'first');
  });

  it('has styles and inline scripts ahead of its content, the title at the end of its head, and the script for failures before all others', () => {
    const html = htmlDocument(parts);
    const places = [
      '<script>failed()</script>',
      'b{color:red}',
      'first()',
      'second()',
      '<title>Title</title>',
      '</head>',
      '<p>content</p>',
    ];
    const found = places.map((text) => placeOf(html, text));
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });
});

test('unused tokens are omitted, including those that only unused tokens use', () => {
  expect(usedTokens(':root{--a:1;--b:var(--a);--c:3}p{color:var(--c)}')).toBe(':root{--c:3}p{color:var(--c)}');
});

test('a class without styles is refused', () => {
  expect(() => requireStyles('<p class="a b"><i class="c"></i></p>', '.a{}.c{}')).toThrow('no styles for b');
});

test('a pattern of the chunks that matches no module is named', () => {
  const unused = unusedPatterns(['/node_modules/react/index.js', '/src/mobile/app/login.tsx']);
  expect(unused).toEqual(expect.arrayContaining([...exceptions.login.map(String), 'chair-page']));
  expect(unused).not.toContain('login');
});
