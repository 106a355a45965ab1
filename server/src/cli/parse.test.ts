import { describe, expect, it } from 'vitest';
import { allCommands } from './commands.ts';
import * as fields from './fields.ts';
import { helpOf } from './help.ts';
import { table, widthOf } from './output.ts';
import { parse } from './parse.ts';

const commands = await allCommands();

const named = (name: string) => {
  const found = commands.find((command) => command.name === name);
  if (!found) throw new Error(`no command ${name}`);
  return found;
};

/** An example line as a shell would split it. */
const split = (line: string) =>
  [...line.replace(/ < \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

describe('every command', () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    '%s has examples that parse',
    (name, command) => {
      expect(command.examples.length).toBeGreaterThan(0);
      for (const example of command.examples) {
        expect(example.startsWith(name)).toBe(true);
        expect(() => parse(command, split(example.slice(name.length)))).not.toThrow();
      }
      expect(helpOf(command)).toContain(`recline ${command.examples[0]}`);
    },
  );

  it('has a unique name', () => {
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });
});

describe('parse', () => {
  it('accepts a negative number as the value of an option', () => {
    const { input } = parse(named('outlet edit'), ['2', '--latitude', '-6.2', '--longitude', '106.8']);
    expect(input).toMatchObject({ outlet: 2, latitude: -6.2, longitude: 106.8 });
  });

  it.each([
    ['device add', ['--id', 'D1'], '--outlet is missing: The outlet it stands in.'],
    ['device add', ['--id', 'D 1', '--outlet', '1'], '--id must be 1 to 32 letters, digits, - or _.'],
    ['device move', ['--outlet', '2'], 'DEVICES is missing: The chairs, with commas between.'],
    ['device move', ['D1', 'D2', '--outlet', '2'], '`D2` is one word too many.'],
    ['device list', ['--colour'], "Unknown option '--colour'. `recline device list --help` lists its options."],
    ['outlet edit', ['1', '--latitude', '91'], '--latitude must be a number from -90 to 90.'],
    ['manager permissions', ['lin', '--set', 'home,all'], '--set must be among home, details, user.'],
  ])('of %s %j says: %s', (name, words, message) => {
    expect(() => parse(named(name), words)).toThrow(message);
  });
});

describe('a field', () => {
  it.each(['+08:00', '480', 'CST', 'Asia/Atlantis', ''])('%j is no time zone', (text) => {
    expect(fields.timeZone.safeParse(text).success).toBe(false);
  });

  it.each([
    ['15', 1500],
    ['15.5', 1550],
    ['0.07', 7],
    ['1999999.99', 199999999],
  ])('the amount %s is %i minor units', (text, units) => {
    expect(fields.money.parse(text)).toBe(units);
  });

  it.each(['1.234', '-1', '1e3', '', '1,000'])('%j is no amount', (text) => {
    expect(fields.money.safeParse(text).success).toBe(false);
  });
});

describe('a table', () => {
  it('aligns Chinese, whose characters take two columns', () => {
    const text = table([
      ['NAME', 'CHAIRS'],
      ['万象城', '3'],
      ['Plaza', '12'],
    ]);
    expect(text.split('\n').map((line) => widthOf(line.slice(0, line.search(/(CHAIRS|\d+)$/))))).toEqual([8, 8, 8]);
  });
});
