import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run dev`: the server restarts when its code changes, and Vite updates the web app at once. Open the address that
 * Vite prints: it forwards calls to the server.
 */

const root = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '8080';
const watched = ['server/src', 'server/migrations', 'contract/src', 'simulator/src', 'scripts'];

const children = [
  spawn(
    process.execPath,
    [
      ...watched.map((path) => `--watch-path=${path}`),
      '--watch-preserve-output',
      'scripts/start.ts',
      ...process.argv.slice(2),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PORT: port },
    },
  ),
  spawn(join(root, 'node_modules/.bin/vite'), process.argv.includes('--phone') ? ['--host'] : [], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_PROXY: `http://127.0.0.1:${port}` },
  }),
];

for (const child of children) {
  child.once('exit', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode = code ?? 0;
  });
}
process.on('SIGINT', () => {}); // the children get Ctrl-C themselves; we exit after them
