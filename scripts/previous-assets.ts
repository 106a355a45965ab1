import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const keptMs = 7 * 24 * 3600_000;

/**
 * Keeps the assets of a build that is about to be replaced: pages of the previous release request them until they are
 * reloaded, and while servers are upgraded one by one both releases are in use. Their names are hashes of their
 * content, so those of many releases live side by side.
 */
export function keepAssets(built: string, kept: string, now = new Date()): void {
  mkdirSync(kept, { recursive: true });
  for (const name of existsSync(built) ? readdirSync(built) : []) {
    copyFileSync(join(built, name), join(kept, name));
    utimesSync(join(kept, name), now, now);
  }
  for (const name of readdirSync(kept)) {
    if (now.getTime() - statSync(join(kept, name)).mtimeMs > keptMs) rmSync(join(kept, name));
  }
}
