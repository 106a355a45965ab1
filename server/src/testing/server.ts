import { afterAll, beforeAll, inject } from 'vitest';
import type { TimingChanges } from '../timing.ts';
import { startTestServer, type TestServer } from './start.ts';

/**
 * A whole server with its own database, for all tests of a file: `const server = useServer();` and then
 * `server().client …` inside the tests.
 */
export function useServer(settings: Record<string, string> = {}, timing: TimingChanges = {}): () => TestServer {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await startTestServer(inject('postgresUrl'), settings, timing);
  });
  afterAll(async () => {
    await running?.stop();
  });
  return () => {
    if (!running) throw new Error('the server runs only inside tests');
    return running;
  };
}
