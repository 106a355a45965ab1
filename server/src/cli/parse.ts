import { parseArgs } from 'node:util';
import { isTimeZone } from '../platform/calendar.ts';
import type { Command, Field, Fields } from './command.ts';
import { usage } from './failure.ts';

/** Options of every command. */
const commonOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  actor: { type: 'string' },
  zone: { type: 'string' },
} as const;

interface Common {
  help: boolean;
  actor: string | undefined;
  /** The time zone in which times are shown. */
  zone: string | undefined;
  yes: boolean;
  dryRun: boolean;
}

export interface Parsed extends Common {
  input: Record<string, unknown>;
}

/** Parses the words after a command's name. */
export function parse(command: Command, words: string[]): Parsed {
  const { values, positionals } = split(command, words);
  const common = commonOf(command, values);
  if (common.help) return { ...common, input: {} };
  const names = Object.keys(command.arguments);
  if (positionals.length > names.length) throw usage(`\`${positionals[names.length]}\` is one word too many.`);
  const given = Object.fromEntries(names.map((name, index) => [name, positionals[index]]));
  return { ...common, input: { ...read(command.arguments, given, upper), ...read(command.options, values, dashed) } };
}

function commonOf({ options }: Command, values: Record<string, unknown>): Common {
  const {
    help,
    actor,
    zone,
    yes,
    'dry-run': dryRun,
  } = values as { help?: boolean; actor?: string; zone?: string } & {
    yes?: boolean;
    'dry-run'?: boolean;
  };
  const own = 'zone' in options; // an outlet's own time zone
  if (zone !== undefined && !own && !isTimeZone(zone))
    throw usage('--zone must be an IANA time zone such as Asia/Shanghai.');
  return {
    help: help === true,
    actor,
    zone: own ? undefined : zone,
    yes: yes === true,
    dryRun: dryRun === true,
  };
}

/** Options of commands that change many rows or cannot be undone. */
const specialOptions = ({ confirms, rehearses }: Command) => ({
  ...(confirms && { yes: { type: 'boolean' } as const }),
  ...(rehearses && { 'dry-run': { type: 'boolean' } as const }),
});

function split(command: Command, words: string[]) {
  const own = Object.entries(command.options).map(([name, field]) => [kebab(name), { type: typeOf(field) }] as const);
  try {
    return parseArgs({
      args: joinNegatives(words),
      options: { ...commonOptions, ...specialOptions(command), ...Object.fromEntries(own) },
      allowPositionals: true,
    });
  } catch (error) {
    const what = (error as Error).message.replace(/\. To specify a positional.*$/s, '.');
    throw usage(`${what} \`recline ${command.name} --help\` lists its options.`);
  }
}

const typeOf = (field: Field<unknown>) => (field.value === undefined ? ('boolean' as const) : ('string' as const));

/** Joins `--latitude -6.2` with `=`: parseArgs would take -6.2 for an option. */
function joinNegatives(words: string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (/^-\d/.test(word) && last !== undefined && /^--[a-z-]+$/.test(last)) joined.splice(-1, 1, `${last}=${word}`);
    else joined.push(word);
  }
  return joined;
}

type Naming = (name: string) => string;
export const kebab: Naming = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const dashed: Naming = (name) => `--${kebab(name)}`;
export const upper: Naming = (name) => kebab(name).toUpperCase();

function read(fields: Fields, given: Record<string, unknown>, naming: Naming): Record<string, unknown> {
  const source = (name: string) => given[name] ?? given[kebab(name)];
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readOne(naming(name), field, source(name))]),
  );
}

function readOne(shown: string, field: Field<unknown>, value: unknown): unknown {
  if (value === undefined && field.required) throw usage(`${shown} is missing: ${field.help}.`);
  const result = field.schema.safeParse(value);
  if (result.success) return result.data;
  throw usage(`${shown} ${result.error.issues[0]?.message ?? 'is wrong'}.`);
}
