import { ChunkError, loadCode } from '../../platform/load-code.ts';
import { chunkTimeoutMs } from './page-timing.ts';

const tooLate = () =>
  new Promise<never>((_, reject) => {
    setTimeout(reject, chunkTimeoutMs, new ChunkError('The page took too long to load'));
  });

/** Loads the code of a page, or of the app. Fails after two minutes. */
export const loadChunk = <T>(load: () => Promise<T>): Promise<T> => Promise.race([loadCode(load), tooLate()]);
