import type { Contract } from '@recline/contract';

/** Names of calls, by feature. */
export type CallNames = { readonly [F in keyof Contract]?: readonly (keyof Contract[F])[] };
