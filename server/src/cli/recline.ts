import { existsSync, readFileSync } from 'node:fs';
import { keepFilesPrivate } from '../platform/data-dir.ts';
import { loadSettings } from '../platform/env-file.ts';
import { isMain } from '../platform/is-main.ts';
import { printable } from '../platform/printable.ts';
import { actAsOwner } from './act-as-owner.ts';
import type { Command, Report } from './command.ts';
import { allCommands, commandsOf } from './commands.ts';
import type { Io } from './context.ts';
import { exitCodes, Failure, fileReason, usage } from './failure.ts';
import { helpOf, overview } from './help.ts';
import { rendered } from './output.ts';
import { parse } from './parse.ts';
import { versionReport } from './version.ts';

/** Runs one command line and returns its exit code. */
export async function recline(words: string[], io: Io): Promise<number> {
  const asJson = words.includes('--json');
  try {
    const { report, zone } = await answer(words, io);
    const text = asJson ? JSON.stringify(report.json, null, 2) : rendered(report.text, zone);
    io.stdout.write(`${printable(text)}\n`);
    return exitCodes[report.ending ?? 'done'];
  } catch (error) {
    const failure = await toFailure(error);
    io.stderr.write(`${printable(asJson ? JSON.stringify(errorOf(failure), null, 2) : failure.message)}\n`);
    return exitCodes[failure.ending];
  }
}

async function toFailure(error: unknown): Promise<Failure> {
  if (error instanceof Failure) return error;
  const { adminFailure } = await import('./admin-messages.ts');
  return adminFailure(error) ?? new Failure('failed', fileReason(error as Error));
}

const errorOf = ({ ending, message, details }: Failure) => ({ error: { ending, message, ...details } });

interface Answer {
  report: Report;
  /** The time zone of its times, where one was asked for. */
  zone?: string | undefined;
}

async function answer(words: string[], io: Io): Promise<Answer> {
  const [first] = words;
  if (first === '--version' || first === 'version') return { report: versionReport() };
  if (first === undefined || isHelp(first))
    return shown(await helpFor(words.slice(1).filter((word) => !word.startsWith('-'))));
  if (isHelp(words[1] ?? '') && (await commandsOf(first)).length > 1) return shown(await helpFor([first]));
  const { command, rest } = await findCommand(words);
  const parsed = parse(command, rest);
  if (parsed.help) return shown(helpOf(command));
  const { run } = await import('./run.ts'); // the database and the settings, which help does not need
  return { report: await run(command, parsed, io), zone: parsed.zone };
}

const isHelp = (word: string) => word === '--help' || word === '-h' || word === 'help';

/** The help of the command that the words name, of all commands of a noun, or of everything. */
async function helpFor(words: string[]): Promise<string> {
  const [noun] = words;
  if (noun === undefined) return overview(await summaries());
  const own = await commandsOf(noun);
  const isWhole = own.length > 1 && words.length === 1;
  return isWhole ? overview(own, noun) : helpOf((await findCommand(words)).command);
}

/** The build stores the summaries: loading every command takes longer than listing them. */
async function summaries(): Promise<Pick<Command, 'name' | 'summary'>[]> {
  const written = new URL('overview.json', import.meta.url);
  return existsSync(written) ? JSON.parse(readFileSync(written, 'utf8')) : allCommands();
}

const shown = (text: string): Answer => ({ report: { text, json: { help: text } } });

/** The command that the first words name. A noun without a verb fails with the list of its verbs. */
async function findCommand(words: string[]): Promise<{ command: Command; rest: string[] }> {
  const [noun = ''] = words;
  const commands = await commandsOf(noun);
  for (const count of [3, 2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, count).join(' '));
    if (command) return { command, rest: words.slice(count) };
  }
  const verbs = commands.map(({ name }) => name.slice(noun.length + 1));
  if (verbs.length > 0) throw usage(`\`recline ${noun}\` needs one of: ${verbs.join(', ')}.`);
  throw usage(`No command ${noun}. \`recline --help\` lists them all.`);
}

if (isMain(import.meta)) {
  Object.assign(process, { noDeprecation: true }); // Node's warnings about libraries are not for operators
  keepFilesPrivate();
  const { env, stdin, stdout, stderr } = process;
  // `recline … | head` closes the pipe early. By then the command is done: there is nothing to report.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await recline(process.argv.slice(2), { env, stdin, stdout, stderr, loadSettings, actAsOwner });
}
