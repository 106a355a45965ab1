import { calls } from 'virtual:recline-calls';
import type { Contract } from '@recline/contract';
import type { Call, OutputOf, SentInputOf } from '@recline/contract/call';
import { type CallOptions, type ClientSettings, send } from './api-client.ts';

type ApiCall<C extends Call> =
  Record<string, never> extends SentInputOf<C>
    ? (input?: SentInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>
    : (input: SentInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>;

/** The contract as functions: `api.orders.list({ period: 'today' }, { signal })`. */
type Api = {
  [F in keyof Contract]: { [C in keyof Contract[F]]: Contract[F][C] extends Call ? ApiCall<Contract[F][C]> : never };
};

type CallRow = (typeof calls)[string][string];

/** The build finds each call that an app makes by its whole name, `api.orders.list`, and ships these alone. */
export function makeApi(settings: ClientSettings): Api {
  const callOf = ([method, path, access]: CallRow) => {
    return (input: object = {}, options: CallOptions = {}) =>
      send({ method, path, access, input, ...options }, settings);
  };
  const featureOf = (rows: Record<string, CallRow>) =>
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callOf(row)]));
  return Object.fromEntries(Object.entries(calls).map(([feature, rows]) => [feature, featureOf(rows)])) as Api;
}

/** Posts the form of a page, and returns the answer like a call. */
export const makePostForm =
  (settings: ClientSettings) =>
  (path: string, input: object): Promise<unknown> =>
    send({ method: 'POST', path, access: 'anyone', input, page: true }, settings);
