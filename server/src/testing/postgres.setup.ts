import type { TestProject } from 'vitest/node';
import { startPostgresOfRun } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgresOfRun();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
