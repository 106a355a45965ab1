import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** More runs of the fuzz tests, with another seed each time: `npm run fuzz -- --times 20 --seed 7`. */

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const again = `npm run fuzz -- --times ${values.times} --seed ${values.seed}`;
console.log(`▶ ${again}`);
const { status } = spawnSync('vitest', ['run', 'server/src/attacks/fuzz'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { ...process.env, FUZZ_TIMES: values.times, FUZZ_SEED: values.seed },
});
console.log(status === 0 ? '✔ nothing fell' : `✘ something fell; the same again: ${again}`);
process.exitCode = status === 0 ? 0 : 1;
