import { basePath } from '@recline/contract/call';
import { limits } from '@recline/contract/limits';
import { type ClientMessages, readAnswer } from './answer.ts';
import { ApiError } from './api-error.ts';

export interface ClientSettings {
  baseUrl: string;
  language(): string;
  token(): string | null;
  timezoneOffset(): number;
  messages(): ClientMessages;
  /** Called once for every error, before it is thrown. */
  onError(error: ApiError): void;
  /** Milliseconds before each retry of a GET that got no answer or a Retry-After. */
  backoff?: readonly number[];
  timeout?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Send a POST as JSON instead of a form. */
  json?: boolean;
  /** A background call: network errors are not reported. */
  quiet?: boolean;
}

interface Request extends CallOptions {
  /** The path is that of a page, not of a call. */
  page?: boolean;
  method: string;
  path: string | undefined;
  access?: string | undefined;
  input: object;
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Omits fields without a value. Lists are sent as JSON, since a form cannot express an empty list. */
export function formOf(input: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    form.set(key, Array.isArray(value) ? JSON.stringify(value) : String(value));
  }
  return form;
}

function headersOf(settings: ClientSettings): Record<string, string> {
  return {
    lang: settings.language(),
    'Access-Token': settings.token() ?? '',
    'Timezone-Offset': String(settings.timezoneOffset()),
  };
}

function toFetch(request: Request, settings: ClientSettings): [string, RequestInit] {
  const { method, path, input, json, page } = request;
  const url = `${settings.baseUrl}${page ? '' : basePath}${path}`;
  const headers = headersOf(settings);
  if (page) headers.Accept = 'application/json';
  if (method === 'POST') {
    const body = json ? JSON.stringify(input) : formOf(input).toString();
    headers['Content-Type'] = json ? 'application/json' : 'application/x-www-form-urlencoded';
    return [url, { method, headers, body }];
  }
  const query = formOf(input).toString();
  return [query === '' ? url : `${url}?${query}`, { method, headers }];
}

/** One attempt. The caller's signal and the timeout both abort it, with different errors. */
async function attempt(request: Request, settings: ClientSettings): Promise<unknown> {
  const [url, init] = toFetch(request, settings);
  const controller = new AbortController();
  const cancel = () => controller.abort();
  const timer = setTimeout(cancel, settings.timeout ?? limits.requestSeconds * 1000);
  request.signal?.addEventListener('abort', cancel);
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    const json: unknown = await response.json().catch((error: unknown) => {
      if (controller.signal.aborted) throw error;
      return null;
    });
    return readAnswer(response, json, settings.messages());
  } catch (error) {
    if (error instanceof ApiError || request.signal?.aborted) throw error;
    const kind = controller.signal.aborted ? 'timeout' : 'network';
    throw new ApiError(kind, settings.messages()[kind]);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', cancel);
  }
}

const maxRetryDelayMs = 5_000;

/** The delay before the next attempt, with jitter for a busy server; undefined if there is no retry. */
function retryDelay(error: unknown, wait: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.kind === 'network') return wait;
  if (error.retryAfter === null) return undefined;
  return Math.min(Math.max(wait, error.retryAfter * 1000), maxRetryDelayMs) * (1 + Math.random() / 2);
}

/** Only a GET is retried, after no answer or a busy server: a POST may not be idempotent. */
async function withRetries(request: Request, settings: ClientSettings): Promise<unknown> {
  const waits = request.method === 'GET' ? (settings.backoff ?? [400, 1200]) : [];
  for (const wait of waits) {
    try {
      return await attempt(request, settings);
    } catch (error) {
      const pause = retryDelay(error, wait);
      if (pause === undefined) throw error;
      await sleep(pause);
      if (request.signal?.aborted) throw error;
    }
  }
  return attempt(request, settings);
}

export async function send(request: Request, settings: ClientSettings): Promise<unknown> {
  try {
    const messages = settings.messages();
    if (!request.path) throw new ApiError('missingUrl', messages.missingUrl);
    if (request.access !== 'public' && !settings.token()) throw new ApiError('notLoggedIn', messages.notLoggedIn);
    return await withRetries(request, settings);
  } catch (error) {
    if (error instanceof ApiError && !(request.quiet && error.kind !== 'answer')) settings.onError(error);
    throw error;
  }
}

/** Opens a stream of server-sent events, without retries or a timeout. */
export function openStream(path: string, input: object, settings: ClientSettings, signal: AbortSignal) {
  const [url, init] = toFetch({ method: 'GET', path, input }, settings);
  return fetch(url, { ...init, signal, cache: 'no-store' });
}
