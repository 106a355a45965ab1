import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { generatePassword } from '../features/session/index.ts';
import { flag } from './command.ts';
import type { Io } from './context.ts';
import { refused, usage } from './failure.ts';

/** A password is never an option's value: every user of the machine can see the command line. */
export const passwordOptions = {
  passwordStdin: flag('Read the password from standard input'),
  askPassword: flag('Ask for the password; without either one is made and shown once'),
};

export interface ChosenPassword {
  password: string;
  /** Whether it was generated here, so that it must be shown. */
  generated: boolean;
}

export async function choosePassword(
  io: Io,
  { passwordStdin, askPassword }: { passwordStdin: boolean; askPassword: boolean },
): Promise<ChosenPassword> {
  if (passwordStdin && askPassword) throw usage('Give either --password-stdin or --ask-password.');
  if (!passwordStdin && !askPassword) return { password: generatePassword(), generated: true };
  const password = passwordStdin ? (await text(io.stdin)).replace(/\r?\n$/, '') : await ask(io);
  return { password, generated: false };
}

/** Asks twice, without echo. */
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
