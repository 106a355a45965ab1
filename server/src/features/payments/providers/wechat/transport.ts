import type { Clock } from '../../../../platform/clock.ts';
import { Retry } from '../../port.ts';
import { callProvider, type ProviderAnswer } from '../shared/http.ts';
import { defaultApiUrl, fallbackApiUrl, type WechatSettings } from './settings.ts';
import { authorization } from './signature.ts';

export interface Call {
  method: 'GET' | 'POST';
  /** Path and query. */
  target: string;
  body?: object;
}

export interface TransportDeps {
  settings: WechatSettings;
  fetch: typeof fetch;
  clock: Clock;
  timeoutMs: number;
}

/** The header fields of a signed request. */
export function signedRequest({ settings, clock }: Pick<TransportDeps, 'settings' | 'clock'>, call: Call): RequestInit {
  const body = call.body ? JSON.stringify(call.body) : '';
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'recline',
    authorization: authorization(settings.merchant, { ...call, body }, clock()),
    // Answers are then signed with this key.
    ...(settings.publicKeyId && { 'wechatpay-serial': settings.publicKeyId }),
  };
  return { method: call.method, headers, ...(body && { body }) };
}

/** Sends a signed request. Without an answer the same bytes are sent once more, to the second host where there is one. */
export async function send(deps: TransportDeps, call: Call): Promise<ProviderAnswer> {
  const { settings, fetch, timeoutMs } = deps;
  const request = signedRequest(deps, call);
  const second = settings.apiUrl === defaultApiUrl ? fallbackApiUrl : settings.apiUrl;
  try {
    const answer = await callProvider(fetch, settings.apiUrl + call.target, request, timeoutMs);
    if (!isTemporary(answer.status)) return answer;
  } catch (error) {
    if (!(error instanceof Retry)) throw error;
  }
  return callProvider(fetch, second + call.target, request, timeoutMs);
}

const isTemporary = (status: number): boolean => status === 500 || status === 502 || status === 503;
