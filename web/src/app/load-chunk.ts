import { ChunkError, recoverChunk } from '../platform/new-release.ts';
import { chunkTimeoutMs } from './page-timing.ts';

/** Loads the code of a page, or of the app. Fails after two minutes. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError('The page took too long to load')), chunkTimeoutMs);
    load()
      .catch(recoverChunk)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
