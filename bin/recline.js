#!/usr/bin/env node
// Whatever Node this machine has: the program itself runs on the one that the lock file pins.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const pinned = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
const program = join(here, '../server/src/cli/recline.ts');
const child = spawn(pinned, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
// A signal is for the program, which puts its database to rest first; we leave when it has.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
