import { afterAll, beforeAll, inject } from 'vitest';
import type { Pace } from '../platform/pace.ts';
import { startTestServer, type TestServer } from './start.ts';

/**
 * A whole server on a database of its own, for all tests of a file:
 * `const server = useServer();` and then `server().client …` inside the tests.
 */
export function useServer(settings: Record<string, string> = {}, pace: Partial<Pace> = {}): () => TestServer {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await startTestServer(inject('postgresUrl'), settings, pace);
  });
  afterAll(async () => {
    await running?.stop();
  });
  return () => {
    if (!running) throw new Error('the server runs only inside tests');
    return running;
  };
}
