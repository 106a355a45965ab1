/** Before this a page that loads shows no loading state. */
export const loadingDelayMs = 200;
/** After this a page that loads offers a retry. */
export const slowPageMs = 60_000;
/** After this a page that loads has failed. */
export const chunkTimeoutMs = 120_000;
