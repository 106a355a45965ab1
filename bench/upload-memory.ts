import { setTimeout as sleep } from 'node:timers/promises';
import { postFile, sampleOf } from '@recline/server/testing/uploads';
import { startApp } from '../e2e/app.ts';
import { startTemporaryPostgres } from './lib/postgres.ts';

/** How much memory a server process takes on while a video of 100 MB goes up: `node bench/upload-memory.ts`. */

const megabytes = 1024 * 1024;
const postgres = await startTemporaryPostgres();
process.env.E2E_POSTGRES_URL = postgres.url;
const app = await startApp();
try {
  const { token } = await app.world.consumer();
  const { data: policy } = await app.client.uploads.policy({}, { token });
  // Compiles the code and fills the buffers that any upload needs.
  for (let turn = 0; turn < 3; turn += 1)
    await postFile(policy, `warm-${turn}.mp4`, sampleOf('video/mp4', 5 * megabytes));
  for (let turn = 1; turn <= 3; turn += 1) {
    const before = await residentBytes();
    let peak = before;
    const upload = postFile(policy, `film-${turn}.mp4`, sampleOf('video/mp4', 100 * megabytes));
    const done = upload.then(() => true);
    while (!(await Promise.race([done, sleep(20, false)]))) peak = Math.max(peak, await residentBytes());
    const { code } = await upload;
    console.log(
      `100 MB up (code ${code}): ${toMegabytes(before)} MB before, ${toMegabytes(peak - before)} MB more at most`,
    );
  }
} finally {
  await app.stop();
  await postgres.stop();
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

function toMegabytes(bytes: number): string {
  return (bytes / megabytes).toFixed(1);
}
