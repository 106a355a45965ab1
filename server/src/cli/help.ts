import type { Command, Field, Fields } from './command.ts';
import { exitCodes, exitMeanings } from './failure.ts';
import { table } from './output.ts';
import { kebab, upper } from './parse.ts';

const commonOptions = [
  ['--json', 'Print JSON, for scripts'],
  ['--zone ZONE', "Show times in this time zone, such as Asia/Shanghai; else in the outlet's, or in UTC"],
  ['--actor NAME', 'The name in the audit log instead of yours'],
  ['-h, --help', 'Show this'],
];

const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');
const section = (title: string, lines: string[][]) => (lines.length === 0 ? [] : [`${title}\n${indent(table(lines))}`]);

/** The list of all commands, or of those of a noun. */
export function overview(commands: Pick<Command, 'name' | 'summary'>[], noun = 'NOUN'): string {
  return [
    'Recline: the software behind shared massage chairs.',
    `Usage: recline ${noun} VERB [options]\n\`--help\` after a command lists its options.`,
    ...section(
      'Commands',
      commands.map((command) => [command.name, command.summary]),
    ),
    ...section('Everywhere', [...commonOptions, ['--version', 'Show the version and the commit']]),
    ...section(
      'Exit codes',
      Object.entries(exitCodes).map(([ending, code]) => [String(code), exitMeanings[ending as keyof typeof exitCodes]]),
    ),
    'The database is that of DATABASE_URL or, without it, the one kept in DATA_DIR (./.data),\nwhether a server runs on it or not.',
  ].join('\n\n');
}

/** The help of one command. */
export function helpOf(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, field]) =>
    field.required ? upper(name) : `[${upper(name)}]`,
  );
  const options = Object.entries(command.options);
  const own = options.map(([name, field]) => [
    optionOf(name, field),
    field.required ? `${field.help} (required)` : field.help,
  ]);
  const needed = options.flatMap(([name, field]) => (field.required ? optionOf(name, field) : []));
  return [
    command.notes === undefined ? `${command.summary}.` : `${command.summary}.\n${command.notes}`,
    `Usage: ${['recline', command.name, ...words, ...needed, '[options]'].join(' ')}`,
    ...section('Arguments', argumentLines(command.arguments)),
    ...section('Options', [...own, ...specialOptions(command), ...commonOptions.filter(([name]) => !hides(own, name))]),
    ...section(
      'Examples',
      command.examples.map((example) => [`recline ${example}`]),
    ),
  ].join('\n\n');
}

const optionOf = (name: string, { value }: Field<unknown>): string =>
  value === undefined ? `--${kebab(name)}` : `--${kebab(name)} ${value}`;

const specialOptions = ({ confirms, rehearses }: Command) => [
  ...(rehearses ? [['--dry-run', 'Show what would change, and change nothing']] : []),
  ...(confirms ? [['--yes', 'Do it without asking: it cannot be undone']] : []),
];

/** `outlet add` has its own --zone. */
const hides = (own: string[][], name: string | undefined) => own.some(([each]) => each === name);

const argumentLines = (fields: Fields) => Object.entries(fields).map(([name, field]) => [upper(name), field.help]);
