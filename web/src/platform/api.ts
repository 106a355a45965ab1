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

/** The client speaks the language of the page that runs it. */
export const setClientMessages = (texts: ClientMessages) => {
  messages = texts;
};

/** Who acts on errors that concern the whole app: expired sessions, a lost network. */
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

function makeApi(): Api {
  const callOf = ([method, path, access]: [string, string, string]) => {
    return (input: object = {}, options: CallOptions = {}) =>
      send({ method, path, access, input, ...options }, settings);
  };
  const featureOf = (rows: Record<string, [string, string, string]>) =>
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callOf(row)]));
  // The table was made from the very object that the type describes.
  return Object.fromEntries(Object.entries(calls).map(([feature, rows]) => [feature, featureOf(rows)])) as Api;
}

/** Every call of the contract, typed: `api.orders.list({ period: 'today' }, { signal })`. */
export const api: Api = makeApi();

/** The stream of events that the caller may see, as a response whose body goes on. */
export const openEvents = (input: SentInputOf<Contract['events']['stream']>, signal: AbortSignal): Promise<Response> =>
  openStream(calls.events?.stream?.[1] ?? '', input, settings, signal);
