import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { flag } from './command.ts';
import type { Io } from './context.ts';
import { refused, usage } from './failure.ts';

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const shortest = 12;

/** How a password comes in: never as a word of the command line, where every user of the machine sees it. */
export const passwordOptions = {
  passwordStdin: flag('Read the password from standard input'),
  askPassword: flag('Ask for the password; without either one is made and shown once'),
};

export interface ChosenPassword {
  password: string;
  /** Made here, so that it must be shown. */
  generated: boolean;
}

export async function choosePassword(
  io: Io,
  { passwordStdin, askPassword }: { passwordStdin: boolean; askPassword: boolean },
): Promise<ChosenPassword> {
  if (passwordStdin && askPassword) throw usage('Give either --password-stdin or --ask-password.');
  if (!passwordStdin && !askPassword) return { password: generate(), generated: true };
  const password = passwordStdin ? (await text(io.stdin)).replace(/\r?\n$/, '') : await ask(io);
  if ([...password].length < shortest) throw refused(`A password has at least ${shortest} characters.`);
  return { password, generated: false };
}

const generate = () => Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('');

/** Twice, and what is typed is not shown. */
async function ask(io: Io): Promise<string> {
  if (!io.stdin.isTTY) throw usage('--ask-password needs a terminal; use --password-stdin in a script.');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: io.stdin, output: silent, terminal: true });
  try {
    const one = async (prompt: string) => {
      io.stderr.write(prompt);
      const answer = await lines.question('');
      io.stderr.write('\n');
      return answer;
    };
    const [first, second] = [await one('Password: '), await one('Once more: ')];
    if (first !== second) throw refused('The two differ; nothing was changed.');
    return first;
  } finally {
    lines.close();
  }
}
