import { existsSync, realpathSync } from 'node:fs';

/** Whether Node was started with this file. `import.meta.main` is undefined before Node 24.2. */
export function isMain({ filename }: ImportMeta): boolean {
  const [, started] = process.argv;
  return started !== undefined && existsSync(started) && realpathSync(started) === filename;
}
