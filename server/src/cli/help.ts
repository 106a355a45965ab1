import type { Command, Fields } from './command.ts';
import { exitCodes, exitMeanings } from './failure.ts';
import { table } from './output.ts';
import { kebab, upper } from './parse.ts';

const commonOptions = [
  ['--json', 'Print JSON, for scripts'],
  ['--zone ZONE', "Show times in this time zone, such as Asia/Shanghai; else in the outlet's, or in UTC"],
  ['--actor NAME', 'Who the audit log names instead of you'],
  ['-h, --help', 'Show this'],
];

const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');
const section = (title: string, lines: string[][]) => (lines.length === 0 ? [] : [`${title}\n${indent(table(lines))}`]);

/** The list of all commands. */
export function overview(commands: Pick<Command, 'name' | 'summary'>[]): string {
  return [
    'Recline: the software behind shared massage chairs.',
    'Usage: recline NOUN VERB [options]',
    ...section(
      'Commands',
      commands.map((command) => [command.name, command.summary]),
    ),
    ...section('Everywhere', commonOptions),
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
  const own = Object.entries(command.options).map(([name, field]) => [
    `--${kebab(name)}${field.value === undefined ? '' : ` ${field.value}`}`,
    field.required ? `${field.help} (required)` : field.help,
  ]);
  return [
    command.notes === undefined ? `${command.summary}.` : `${command.summary}.\n${command.notes}`,
    `Usage: ${['recline', command.name, ...words, own.length > 0 ? '[options]' : ''].join(' ').trimEnd()}`,
    ...section('Arguments', argumentLines(command.arguments)),
    ...section('Options', [...own, ...specialOptions(command), ...commonOptions.filter(([name]) => !hides(own, name))]),
    ...section(
      'Examples',
      command.examples.map((example) => [`recline ${example}`]),
    ),
  ].join('\n\n');
}

const specialOptions = ({ confirms, rehearses }: Command) => [
  ...(rehearses ? [['--dry-run', 'Say what would change, and change nothing']] : []),
  ...(confirms ? [['--yes', 'Do it without asking: it cannot be undone']] : []),
];

/** `outlet add` has a --zone of its own. */
const hides = (own: string[][], name: string | undefined) => own.some(([each]) => each === name);

const argumentLines = (fields: Fields) => Object.entries(fields).map(([name, field]) => [upper(name), field.help]);
