import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Frees the buffers of a stream that were processed. V8 counts only the small wrapper objects and lets 50 MB and more
 * pile up; a minor collection takes about a millisecond.
 */
export const freeBuffers = (): void => collect({ type: 'minor' });
