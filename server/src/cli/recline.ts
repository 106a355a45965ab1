import { hostname, userInfo } from 'node:os';
import { AdminError } from '../platform/admin.ts';
import { systemClock } from '../platform/clock.ts';
import { readEnv } from '../platform/env.ts';
import { loadSettings } from '../platform/env-file.ts';
import { printable } from '../platform/printable.ts';
import { failureOf } from './admin-messages.ts';
import type { Command, Report } from './command.ts';
import { commands } from './commands.ts';
import type { Io } from './context.ts';
import { openDatabase } from './database.ts';
import { exitCodes, Failure, usage } from './failure.ts';
import { helpOf, overview } from './help.ts';
import { type Parsed, parse } from './parse.ts';
import { version } from './status.ts';

/** Runs one command line and returns its exit code. */
export async function recline(words: string[], io: Io): Promise<number> {
  const asJson = words.includes('--json');
  try {
    const report = await answer(words, io);
    io.stdout.write(`${printable(asJson ? JSON.stringify(report.json, null, 2) : report.text)}\n`);
    return exitCodes.done;
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

async function answer(words: string[], io: Io): Promise<Report> {
  const [first] = words;
  if (first === '--version') return { text: version, json: { version } };
  if (first === undefined || isHelp(first))
    return shown(helpFor(words.slice(1).filter((word) => !word.startsWith('-'))));
  if (isHelp(words[1] ?? '') && commandsOf(first).length > 1) return shown(helpFor([first]));
  const { command, rest } = findCommand(words);
  const parsed = parse(command, rest);
  return parsed.help ? shown(helpOf(command)) : run(command, parsed, io);
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

const shown = (text: string): Report => ({ text, json: { help: text } });

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

async function run(command: Command, { input, actor }: Parsed, io: Io): Promise<Report> {
  const env = readEnv(io.env);
  const database = await openDatabase(env, command, (text) => io.stderr.write(`${text}\n`));
  try {
    const { pool, url: databaseUrl } = database;
    const context = { env, io, clock: systemClock, pool, databaseUrl, actor: actor ?? operator(io) };
    return await command.run(context, input);
  } finally {
    await database.close();
  }
}

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
