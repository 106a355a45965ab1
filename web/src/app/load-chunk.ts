import { ChunkError, recoverChunk } from '../platform/new-release.ts';
import { chunkTimeoutMs, partTimeoutMs } from './page-timing.ts';

const tooLate = (afterMs: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(reject, afterMs, new ChunkError('The page took too long to load'));
  });

/** Loads the code of a page, or of the app. Fails after two minutes. */
export const loadChunk = <T>(load: () => Promise<T>): Promise<T> =>
  Promise.race([load().catch(recoverChunk), tooLate(chunkTimeoutMs)]);

/** Waits for the code of a part of a page, but not for long. */
export const inTime = <T>(loading: Promise<T>): Promise<T> => Promise.race([loading, tooLate(partTimeoutMs)]);

const pauseMs = 2_000;

/** Loads the code of a part that is shown already: never fails, since that would take the page away. */
export async function loadPart<T>(load: () => Promise<T>, onDelay: () => void): Promise<T> {
  for (;;) {
    try {
      return await inTime(load());
    } catch {
      onDelay();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
