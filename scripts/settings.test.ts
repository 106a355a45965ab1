import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { knownProviders } from '@recline/server/features/payments/index';
import { readEnv, settingNames } from '@recline/server/platform/env';
import { secretSettings } from '@recline/server/platform/secret-files';
import { describe, expect, it } from 'vitest';
import { settingsDocument, settingsExample } from './settings/document.ts';

/** The settings that documents and deployed files name are those that the server reads. */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

/** Settings that each payment provider reads itself; they begin with its name. */
const ofProviders = `(?:${knownProviders.map(({ name }) => name.toUpperCase()).join('|')})_[A-Z0-9_]+`;
const providerSettings = globSync('server/src/features/payments/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => matches(read(path), new RegExp(`'(${ofProviders})'`, 'g')));

/** Read before the settings, by the build, or by PostgreSQL's client. */
const otherSettings = ['CA_FILE', 'RECLINE_ENV_FILE', 'COMMIT', 'NODE_ENV', 'PGPASSWORD'];
const known = new Set<string>([
  ...settingNames,
  ...secretSettings.map((name) => `${name}_FILE`),
  ...providerSettings,
  ...otherSettings,
]);
const unknown = (names: string[]) => sorted(names).filter((name) => !known.has(name));

/** The names in the first column of a document's tables. */
const tableNames = (path: string, pattern: RegExp) =>
  matches(read(path), /^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)
    .flatMap((cell) => matches(cell, /`([A-Z0-9_]+)`/g))
    .filter((name) => pattern.test(name));

describe('the documents', () => {
  it('docs/settings.md has every setting of the server in its table, and no other', () => {
    expect(sorted(tableNames('docs/settings.md', /./))).toEqual(sorted([...settingNames, 'CA_FILE']));
  });

  it('README.md has ten of them', () => {
    const named = tableNames('README.md', /./);
    expect(unknown(named)).toEqual([]);
    expect(named).toHaveLength(10);
  });

  it('docs/settings.md and .env.example are what `npm run settings` writes', () => {
    expect(read('docs/settings.md')).toBe(settingsDocument());
    expect(read('.env.example')).toBe(settingsExample());
  });

  it('.env.example is valid as it is, and with every commented line that has a value enabled', () => {
    const text = read('.env.example');
    expect(parseEnv(text)).toEqual({});
    const all = parseEnv(text.replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
    expect(Object.keys(all).length).toBeGreaterThan(50);
    expect(() => readEnv(all)).not.toThrow();
  });

  it('docs/payments.md has every setting of the payment providers, and no other', () => {
    expect(sorted(tableNames('docs/payments.md', new RegExp(`^${ofProviders}$`)))).toEqual(sorted(providerSettings));
  });

  // CHANGELOG.md also names settings of the past.
  const documents = globSync(['*.md', 'docs/*.md'], { cwd: root }).filter((path) => path !== 'CHANGELOG.md');

  it.each(documents)('%s names no setting that does not exist', (path) => {
    // Also written in capitals: error codes of providers, a socket option, a variable of deploy/compose.yaml.
    const others =
      /^(NO_STATEMENT_EXIST|ORDER_NOT_EXIST|RESOURCE_NOT_EXISTS|REFUND_SUCCESS|SO_REUSEPORT|MQTT_ADDRESS)$/;
    const named = matches(read(path), /`([A-Z]+(?:_[A-Z0-9]+)+)(?==[^`]*`|`)/g);
    expect(unknown(named).filter((name) => !others.test(name))).toEqual([]);
  });
});

describe('the deployed files', () => {
  it('deploy/recline.env has only settings of the server', () => {
    const text = read('deploy/recline.env').replaceAll(/^# (?=[A-Z_]+=)/gm, '');
    const names = Object.keys(parseEnv(text));
    expect(names.length).toBeGreaterThan(10);
    expect(unknown(names)).toEqual([]);
  });

  it('deploy/compose.yaml gives its server only settings of the server', () => {
    const service = read('deploy/compose.yaml')
      .split(/^ {2}(?=\w+:$)/m)
      .find((part) => part.startsWith('recline:'));
    const ofCompose = ['SITE', 'DB_PASSWORD', 'MQTT_PASSWORD', 'MQTT_ADDRESS'];
    const given = matches(read('deploy/compose.env'), /^([A-Z_]+)=/gm).filter((name) => !ofCompose.includes(name));
    const names = [...given, ...matches(service ?? '', /^ {6}([A-Z_]+): /gm)];
    expect(names.length).toBeGreaterThan(5);
    expect(unknown(names)).toEqual([]);
  });

  it('deploy/Dockerfile and the units set only settings of the server', () => {
    const image = read('deploy/Dockerfile').match(/^ENV .*$/m)?.[0] ?? '';
    expect(unknown(matches(image, /([A-Z_]+)=/g))).toEqual([]);
    const units = globSync('deploy/recline{,@,-backup,-check}.service', { cwd: root }).map(read).join('\n');
    const names = matches(units, /^Environment=([A-Z_]+)=/gm);
    expect(names).toContain('RECLINE_ENV_FILE');
    expect(unknown(names)).toEqual([]);
  });
});
