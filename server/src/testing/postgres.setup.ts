import type { TestProject } from 'vitest/node';
import { startPostgresOfRun } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** `TEST_POSTGRES_URL` names an existing one, so that many short runs can share it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const shared = process.env.TEST_POSTGRES_URL;
  if (shared) {
    project.provide('postgresUrl', shared);
    return undefined;
  }
  const postgres = await startPostgresOfRun();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
