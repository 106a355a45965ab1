import { calls } from 'virtual:recline-calls';
import type { Contract } from '@recline/contract';
import type { Call, OutputOf, SentInputOf } from '@recline/contract/call';
import { type CallOptions, type ClientSettings, send } from './api-client.ts';
import type { CallNames } from './call-names.ts';

type ApiCall<C extends Call> =
  Record<string, never> extends SentInputOf<C>
    ? (input?: SentInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>
    : (input: SentInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>;

type NamesIn<N extends CallNames, F extends keyof Contract> = N[F] extends readonly (infer C extends
  keyof Contract[F])[]
  ? C
  : never;

/** The calls that an app names, typed: `api.orders.list({ period: 'today' }, { signal })`. */
type Api<N extends CallNames> = {
  [F in keyof N & keyof Contract]: {
    [C in NamesIn<N, F>]: Contract[F][C] extends Call ? ApiCall<Contract[F][C]> : never;
  };
};

type CallRow = (typeof calls)[string][string];

export function makeApi<N extends CallNames>(settings: ClientSettings): Api<N> {
  const callOf = ([method, path, access]: CallRow) => {
    return (input: object = {}, options: CallOptions = {}) =>
      send({ method, path, access, input, ...options }, settings);
  };
  const featureOf = (rows: Record<string, CallRow>) =>
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callOf(row)]));
  // The build makes the table from the same names and the contract.
  return Object.fromEntries(Object.entries(calls).map(([feature, rows]) => [feature, featureOf(rows)])) as Api<N>;
}

/** Posts the form of a page, and returns the answer like a call. */
export const makePostForm =
  (settings: ClientSettings) =>
  (path: string, input: object): Promise<unknown> =>
    send({ method: 'POST', path, access: 'anyone', input, page: true }, settings);
