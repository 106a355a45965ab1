import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Instruction } from './dockerfile.ts';

/**
 * Plays a Dockerfile in folders, without a container engine: each stage is a copy of the base, and its commands see its
 * folder as the root. Ports, volumes and the stop signal are not simulated.
 */

const run = promisify(execFile);
const buffer = { maxBuffer: 64 << 20 };
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Stage {
  root: string;
  folder: string;
  user: string;
  env: Record<string, string>;
  /** The words of CMD and of HEALTHCHECK. */
  command: string[];
  check: string[];
}

/** Runs a program of a stage on this machine. */
export const programIn = ({ root, folder, user, env }: Stage, words: readonly string[]) => ({
  program: 'chroot',
  args: [`--userspec=${user}`, root, 'sh', '-c', `cd ${folder} && exec "$@"`, 'sh', ...words],
  env: { PATH: searchPath, HOME: user === 'root' ? '/root' : folder, ...env },
});

export async function runIn(stage: Stage, words: readonly string[], env: Record<string, string> = {}) {
  const { program, args, env: ofStage } = programIn(stage, words);
  return run(program, args, { env: { ...ofStage, ...env }, ...buffer });
}

const pathIn = ({ root, folder }: Stage, path: string) => join(root, path.startsWith('/') ? '/' : folder, path);
const listIn = (words: string): string[] => JSON.parse(words.slice(words.indexOf('[')));

/** What `COPY . .` copies: the files of the project, but those of .dockerignore. */
async function copyProject(context: string, target: string): Promise<void> {
  const ignored = (await readFile(join(context, '.dockerignore'), 'utf8')).split('\n');
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: context,
    ...buffer,
  });
  const paths = stdout.split('\0').filter((path) => path !== '' && !ignored.includes(path.split('/')[0] ?? ''));
  for (const path of paths) await cp(join(context, path), join(target, path), { force: true });
}

async function copy(words: string, stage: Stage, stages: ReadonlyMap<string, Stage>, context: string) {
  const all = words.split(' ');
  const paths = all.filter((word) => !word.startsWith('--'));
  const [to = '.'] = paths.splice(-1);
  const from = all.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const source = from === undefined ? context : (stages.get(from)?.root ?? '');
  for (const path of paths) {
    const target = join(pathIn(stage, to), to.endsWith('/') ? basename(path) : '');
    if (path === '.') await copyProject(source, target);
    else {
      await mkdir(dirname(target), { recursive: true });
      await run('cp', ['-a', '-T', join(source, path), target]);
    }
  }
}

/** The certificates that this machine needs to reach the registry, if any. */
const { NODE_EXTRA_CA_CERTS } = process.env;
const network: Record<string, string> = NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS } : {};

/** Plays all stages over copies of `base`. Returns the last one. */
export async function playDockerfile(
  instructions: readonly Instruction[],
  { base, context, folder }: { base: string; context: string; folder: string },
): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: base, folder: '/', user: 'root', env: {}, command: [], check: [] };
  const players: Record<string, (words: string) => unknown> = {
    FROM: async (words) => {
      const name = words.split(' AS ')[1] ?? 'last';
      stage = { ...stage, root: join(folder, name), folder: '/', user: 'root', env: {} };
      await run('cp', ['-a', base, stage.root]);
      stages.set(name, stage);
    },
    ENV: (words) => {
      for (const [, name = '', value = ''] of words.matchAll(/(\w+)=(\S*)/g))
        stage.env[name] = value.replace(/^\$.*/, '');
    },
    WORKDIR: (words) => {
      stage.folder = words;
      return mkdir(join(stage.root, words), { recursive: true });
    },
    COPY: (words) => copy(words, stage, stages, context),
    RUN: (words) => runIn(stage, ['sh', '-c', words], network),
    USER: (words) => {
      stage.user = words;
    },
    CMD: (words) => {
      stage.command = listIn(words);
    },
    HEALTHCHECK: (words) => {
      stage.check = listIn(words);
    },
  };
  for (const { name, words } of instructions) await players[name]?.(words);
  return stage;
}
