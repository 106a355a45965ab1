import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, inject } from 'vitest';
import { recline } from '../cli/recline.ts';
import { makePool, type Pool } from '../platform/db.ts';
import { createDatabase } from './database.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one line of the operator's program inside this process, as a shell would pass it. */
export async function runCli(words: string[], env: Record<string, string>, stdin = ''): Promise<Ended> {
  const [out, err] = [collector(), collector()];
  const code = await recline(words, { env, stdin: Readable.from([stdin]), stdout: out.stream, stderr: err.stream });
  return { code, stdout: out.text(), stderr: err.text() };
}

function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}

/** The operator's program on its own database, for all tests of a file. */
export function useCli(settings: Record<string, string> = {}) {
  let database: { url: string; drop(): Promise<void> };
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase(inject('postgresUrl'));
    pool = makePool(database.url, { max: 2 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  const env = () => ({ DATABASE_URL: database.url, ...settings });
  return {
    pool: () => pool,
    env,
    run: (...words: string[]) => runCli(words, env()),
    runWithInput: (stdin: string, ...words: string[]) => runCli(words, env(), stdin),
    /** Runs it with --json; it must succeed. */
    async json<T>(...words: string[]): Promise<T> {
      const { code, stdout, stderr } = await runCli([...words, '--json'], env());
      if (code !== 0) throw new Error(`recline ${words.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as T;
    },
  };
}
