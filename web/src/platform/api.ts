import { calls } from 'virtual:recline-calls';
import type { Contract } from '@recline/contract';
import type { Call, OutputOf, SentInputOf } from '@recline/contract/call';
import { type CallOptions, type ClientSettings, send } from './api-client.ts';

type ApiCall<C extends Call> =
  Record<string, never> extends SentInputOf<C>
    ? (input?: SentInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>
    : (input: SentInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>;

/** Every call of the contract, typed: `api.orders.list({ period: 'today' }, { signal })`. */
type Api = {
  [F in keyof Contract]: { [N in keyof Contract[F]]: Contract[F][N] extends Call ? ApiCall<Contract[F][N]> : never };
};

type CallRow = (typeof calls)[string][string];

export function makeApi(settings: ClientSettings): Api {
  const callOf = ([method, path, access]: CallRow) => {
    return (input: object = {}, options: CallOptions = {}) =>
      send({ method, path, access, input, ...options }, settings);
  };
  const featureOf = (rows: Record<string, CallRow>) =>
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callOf(row)]));
  // The table is generated from the contract that the type describes.
  return Object.fromEntries(Object.entries(calls).map(([feature, rows]) => [feature, featureOf(rows)])) as Api;
}

/** Posts the form of a page, and returns the answer like a call. */
export const makePostForm =
  (settings: ClientSettings) =>
  (path: string, input: object): Promise<unknown> =>
    send({ method: 'POST', path, access: 'anyone', input, page: true }, settings);
