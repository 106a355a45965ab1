import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '@recline/server/cli/command';
import { allCommands } from '@recline/server/cli/commands';
import { describe, expect, it } from 'vitest';

/** The commands that documents, deployed files and the program's own help name exist, with their options. */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const commands = await allCommands();

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const optionsOf = ({ options, confirms, rehearses }: Command): string[] => [
  ...['json', 'help', 'actor', 'zone'],
  ...Object.keys(options).map(kebab),
  ...(confirms ? ['yes'] : []),
  ...(rehearses ? ['dry-run'] : []),
];

/** The error in the words after `recline`, if any; a noun alone stands for all of its commands. */
function problemWith(line: string): string | undefined {
  if (line === 'version') return undefined; // no command: it needs no database
  const words = line.split(/\s+/);
  const named = commands.filter(({ name }) => `${line} `.startsWith(`${name} `));
  const command = named.toSorted((one, other) => other.name.length - one.name.length)[0];
  const given = [...line.matchAll(/(?<=\s)--([a-z-]+)/g)].map(([, name = '']) => name);
  if (command) return given.find((name) => !optionsOf(command).includes(name));
  const isNoun = words.length === 1 && commands.some(({ name }) => name.startsWith(`${words[0]} `));
  return isNoun ? undefined : 'no such command';
}

/** The words after `recline` in inline code, in shell lines and in units. */
function linesIn(text: string): string[] {
  const code = [...text.matchAll(/```(?:sh|console)\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'));
  const inline = [...text.replaceAll(/```.*?```/gs, '').matchAll(/`([^`]+)`/g)].map(([, found = '']) => found);
  const units = text.split('\n').filter((line) => /^(ExecStart|# A backup|# The operator)/.test(line));
  return [...code, ...inline, ...units].flatMap((line) => {
    const after = /^(?:.*[\s/])?recline\s+((?!recline\b)[a-z][a-z-]*(?=\s|$|').*)/.exec(
      line.replaceAll(/\s*\n\s*/g, ' '),
    )?.[1];
    return after === undefined ? [] : [after.replace(/\s+(#|&&|\|).*$/, '').replace(/'$/, '')];
  });
}

const wrongIn = (lines: string[]) =>
  lines.map((line) => [line, problemWith(line)]).filter(([, problem]) => problem !== undefined);

describe('the commands of recline', () => {
  it.each(globSync(['*.md', 'docs/*.md', 'deploy/*'], { cwd: root }).filter((path) => /\.\w+$/.test(path)))(
    'that %s names exist, with their options',
    (path) => {
      expect(wrongIn(linesIn(read(path)))).toEqual([]);
    },
  );

  it('are never run by npx, which would fetch another program of this name', () => {
    const files = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.*', 'deploy/*file'], { cwd: root });
    expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/guide.md', 'deploy/Dockerfile']));
    // CHANGELOG.md names commands of the past.
    const naming = files.filter((path) => path !== 'CHANGELOG.md' && /\bnpx\s+recline\b/.test(read(path)));
    expect(naming).toEqual([]);
  });

  it('are found where documents name them', () => {
    expect(linesIn(read('docs/guide.md')).length).toBeGreaterThan(20);
    expect(linesIn(read('docs/operations.md')).length).toBeGreaterThan(30);
    expect(linesIn(read('deploy/recline-check.service'))).toEqual(['statistics check']);
    expect(wrongIn(['device ad', 'device list --broken', 'device list --fault'])).toEqual([
      ['device ad', 'no such command'],
      ['device list --broken', 'broken'],
    ]);
  });

  it('that their own help shows as examples exist, with their options', () => {
    expect(wrongIn(commands.flatMap(({ examples }) => examples))).toEqual([]);
  });
});

describe('the units', () => {
  const units = globSync('deploy/*.{service,timer}', { cwd: root });

  it.each(units.filter((path) => path.endsWith('.timer')))('%s has the service that it starts', (path) => {
    expect(units).toContain(path.replace(/timer$/, 'service'));
  });

  it('start programs that exist', () => {
    const started = units.flatMap((path) => [...read(path).matchAll(/^ExecStart=.*$/gm)].map(([line]) => line));
    const own = started.flatMap((line) => line.match(/(?<=[ =])(\/opt\/recline\/|bin\/|server\/)\S+/g) ?? []);
    expect(own.length).toBeGreaterThan(4);
    expect(own.filter((path) => !existsSync(join(root, path.replace('/opt/recline/', ''))))).toEqual([]);
  });
});
