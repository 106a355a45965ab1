import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Lets go of buffers that have passed through. The engine sees only the small objects in front of them
 * and would let 50 MB and more of a long stream pile up before it looks; a look at the young ones takes
 * about a millisecond.
 */
export const dropPassedBuffers = (): void => collect({ type: 'minor' });
