#!/usr/bin/env node
// Whatever Node this machine has: the program itself runs on the one that the lock file pins.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const pinned = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
const program = join(here, '../server/src/cli/recline.ts');
const { status, error } = spawnSync(pinned, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
if (error) process.stderr.write(`${error.message}\n`);
process.exitCode = status ?? 1;
