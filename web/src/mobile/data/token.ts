import { localValue } from '../../platform/storage.ts';

/** The token of this phone's session. */
export const storedToken = localValue('Access-Token');
