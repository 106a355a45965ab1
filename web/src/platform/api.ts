import { calls } from 'virtual:recline-calls';
import type { Contract } from '@recline/contract';
import type { Call, OutputOf, SentInputOf } from '@recline/contract/call';
import type { ClientMessages } from './answer.ts';
import { type CallOptions, type ClientSettings, openStream, send } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { config } from './config.ts';
import { language } from './language.ts';
import { keys, local } from './storage.ts';
import { timezoneOffset } from './system-info.ts';

type ApiCall<C extends Call> =
  Record<string, never> extends SentInputOf<C>
    ? (input?: SentInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>
    : (input: SentInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>;

type Api = {
  [F in keyof Contract]: { [N in keyof Contract[F]]: Contract[F][N] extends Call ? ApiCall<Contract[F][N]> : never };
};

let messages: ClientMessages;
let listener: (error: ApiError) => void = () => {};

/** Sets the client's own error messages, in the language of the page. */
export const setClientMessages = (texts: ClientMessages) => {
  messages = texts;
};

/** Sets the handler of errors that concern the whole app: ended sessions, a lost network. */
export const onApiError = (act: (error: ApiError) => void) => {
  listener = act;
};

const settings: ClientSettings = {
  baseUrl: config.baseUrl,
  language,
  token: () => local.get(keys.token),
  timezoneOffset,
  messages: () => messages,
  onError: (error) => listener(error),
};

type CallRow = (typeof calls)[string][string];

function makeApi(): Api {
  const callOf = ([method, path, access]: CallRow) => {
    return (input: object = {}, options: CallOptions = {}) =>
      send({ method, path, access, input, ...options }, settings);
  };
  const featureOf = (rows: Record<string, CallRow>) =>
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callOf(row)]));
  // The table is generated from the contract that the type describes.
  return Object.fromEntries(Object.entries(calls).map(([feature, rows]) => [feature, featureOf(rows)])) as Api;
}

/** Every call of the contract, typed: `api.orders.list({ period: 'today' }, { signal })`. */
export const api: Api = makeApi();

/** Opens the event stream of what the caller may see. */
export const openEvents = (input: SentInputOf<Contract['events']['stream']>, signal: AbortSignal): Promise<Response> =>
  openStream(calls.events?.stream?.[1] ?? '', input, settings, signal);
