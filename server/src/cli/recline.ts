import { hostname, userInfo } from 'node:os';
import { AdminError } from '../platform/admin.ts';
import { systemClock } from '../platform/clock.ts';
import { readEnv } from '../platform/env.ts';
import { loadSettings } from '../platform/env-file.ts';
import { printable } from '../platform/printable.ts';
import { failureOf } from './admin-messages.ts';
import type { Command, Report } from './command.ts';
import { commands } from './commands.ts';
import { confirm } from './confirm.ts';
import type { Io } from './context.ts';
import { openDatabase } from './database.ts';
import { exitCodes, Failure, usage } from './failure.ts';
import { helpOf, overview } from './help.ts';
import { rendered } from './output.ts';
import { type Parsed, parse } from './parse.ts';
import { version } from './version.ts';

/** Runs one command line and returns its exit code. */
export async function recline(words: string[], io: Io): Promise<number> {
  const asJson = words.includes('--json');
  try {
    const { report, zone } = await answer(words, io);
    const text = asJson ? JSON.stringify(report.json, null, 2) : rendered(report.text, zone);
    io.stdout.write(`${printable(text)}\n`);
    return exitCodes[report.ending ?? 'done'];
  } catch (error) {
    const failure = toFailure(error);
    io.stderr.write(`${printable(asJson ? JSON.stringify(errorOf(failure), null, 2) : failure.message)}\n`);
    return exitCodes[failure.ending];
  }
}

function toFailure(error: unknown): Failure {
  if (error instanceof AdminError) return failureOf(error);
  return error instanceof Failure ? error : new Failure('failed', (error as Error).message);
}

const errorOf = ({ ending, message, details }: Failure) => ({ error: { ending, message, ...details } });

interface Answer {
  report: Report;
  /** The time zone of its times, where one was asked for. */
  zone?: string | undefined;
}

async function answer(words: string[], io: Io): Promise<Answer> {
  const [first] = words;
  if (first === '--version') return { report: { text: version, json: { version } } };
  if (first === undefined || isHelp(first))
    return shown(helpFor(words.slice(1).filter((word) => !word.startsWith('-'))));
  if (isHelp(words[1] ?? '') && commandsOf(first).length > 1) return shown(helpFor([first]));
  const { command, rest } = findCommand(words);
  const parsed = parse(command, rest);
  if (parsed.help) return shown(helpOf(command));
  return { report: await run(command, parsed, io), zone: parsed.zone };
}

const isHelp = (word: string) => word === '--help' || word === '-h' || word === 'help';

const commandsOf = (noun: string) => commands.filter(({ name }) => name.split(' ')[0] === noun);

/** The help of the command that the words name, of all commands of a noun, or of everything. */
function helpFor(words: string[]): string {
  const [noun] = words;
  if (noun === undefined) return overview(commands);
  const own = commandsOf(noun);
  const isWhole = own.length > 1 && words.length === 1;
  return isWhole ? overview(own) : helpOf(findCommand(words).command);
}

const shown = (text: string): Answer => ({ report: { text, json: { help: text } } });

/** The command that the first words name. A noun without a verb fails with the list of its verbs. */
function findCommand(words: string[]): { command: Command; rest: string[] } {
  for (const count of [3, 2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, count).join(' '));
    if (command) return { command, rest: words.slice(count) };
  }
  const [noun] = words;
  const near = commandsOf(noun ?? '').map(({ name }) => `\`recline ${name}\``);
  if (near.length > 0) throw usage(`What about the ${noun}? There is ${near.join(', ')}.`);
  throw usage(`No command ${noun}. \`recline --help\` lists them all.`);
}

async function run(command: Command, { input, actor, yes, dryRun, zone }: Parsed, io: Io): Promise<Report> {
  const env = readEnv(io.env);
  if (command.confirms && !yes && !dryRun) await confirm(command.confirms(input), io);
  const database = await openDatabase(env, command, (text) => io.stderr.write(`${text}\n`));
  try {
    const { pool, url: databaseUrl, error: databaseError } = database;
    const who = { actor: actor ?? operator(io), dryRun, zone };
    const context = { env, io, clock: systemClock, pool, databaseUrl, databaseError, ...who };
    const report = await command.run(context, input);
    return dryRun ? rehearsed(report) : report;
  } finally {
    await database.close();
  }
}

const rehearsed = ({ json, text }: Report): Report => ({
  json: { dryRun: true, wouldBe: json },
  text: (zone) => `Nothing was changed. Without --dry-run it says:\n${rendered(text, zone)}`,
});

/** The user who runs the program, also under sudo. */
const operator = (io: Io) => `${io.env.SUDO_USER ?? userInfo().username}@${hostname()}`;

if (import.meta.main) {
  loadSettings();
  const { env, stdin, stdout, stderr } = process;
  // `recline … | head` closes the pipe early. By then the command is done: there is nothing to report.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await recline(process.argv.slice(2), { env, stdin, stdout, stderr });
}
