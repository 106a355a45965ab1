import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import { Misconfigured, Refused, Retry } from '../provider.ts';
import { callProvider, type ProviderAnswer } from '../shared/http.ts';
import type { WechatSettings } from './settings.ts';
import { authorization, decrypt, encrypted, signedHeaders, whyForged } from './signing.ts';

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
    // The key with which answers are then signed.
    ...(settings.publicKeyId && { 'wechatpay-serial': settings.publicKeyId }),
  };
  return { method: call.method, headers, ...(body && { body }) };
}

/** Sends a signed request. Without an answer, it sends the same bytes once more to the fallback host. */
async function send(deps: TransportDeps, call: Call): Promise<ProviderAnswer> {
  const { settings, fetch, timeoutMs } = deps;
  const request = signedRequest(deps, call);
  try {
    const answer = await callProvider(fetch, settings.apiUrl + call.target, request, timeoutMs);
    if (!isTemporary(answer.status)) return answer;
  } catch (error) {
    if (!(error instanceof Retry)) throw error;
  }
  return callProvider(fetch, settings.fallbackApiUrl + call.target, request, timeoutMs);
}

const isTemporary = (status: number): boolean => status === 500 || status === 502 || status === 503;

export type WechatClient = <Schema extends z.ZodType>(call: Call, schema: Schema) => Promise<z.output<Schema>>;

/** Calls of API v3. An answer counts only with WeChat's signature over its bytes. */
export function makeClient(deps: TransportDeps & { keys: PlatformKeys }): WechatClient {
  const { clock, keys } = deps;
  return async (call, schema) => {
    const { status, headers, body } = await send(deps, call);
    if (status !== 200 && status !== 204) throw errorOf(status, body);
    const signed = signedHeaders((name) => headers.get(name) ?? undefined);
    const why = signed ? whyForged(signed, body, await keys.keyOf(signed.serial), clock()) : 'it is not signed';
    if (why) throw new Retry(`an answer is not WeChat's: ${why}`);
    const parsed = schema.safeParse(status === 204 ? undefined : JSON.parse(body.toString()));
    if (!parsed.success) throw new Retry(`an answer of WeChat is not understood: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };
}

// WeChat's keys ------------------------------------------------------------------------------

/** Certificates are fetched at most this often, so that forged notices cannot make us call WeChat. */
const downloadEveryMs = 10 * 60_000;
/** Prefix of the ids of public keys, which are never downloaded. */
const publicKeyPrefix = 'PUB_KEY_ID_';

const certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), expire_time: z.string(), encrypt_certificate: encrypted })),
});

export interface PlatformKeys {
  keyOf(serial: string): Promise<KeyObject | undefined>;
}

/** WeChat's keys by serial: those of the settings, and certificates that are downloaded when an unknown one appears. */
export function makePlatformKeys(deps: TransportDeps & { log: Log }): PlatformKeys {
  const { settings, clock, log } = deps;
  const known = new Map(settings.platformKeys);
  let nextAt = 0;

  async function refresh(): Promise<void> {
    if (clock().getTime() < nextAt) return;
    nextAt = clock().getTime() + downloadEveryMs;
    try {
      for (const [serial, key] of await downloadKeys(deps)) known.set(serial, key);
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'WeChat returned no platform certificates');
    }
  }

  return {
    async keyOf(serial) {
      if (!known.has(serial) && !serial.startsWith(publicKeyPrefix)) await refresh();
      return known.get(serial);
    },
  };
}

/** The certificates are encrypted with the APIv3 key, so that one of them may itself verify the answer. */
async function downloadKeys(deps: TransportDeps): Promise<Map<string, KeyObject>> {
  const { settings, clock } = deps;
  const answer = await send(deps, { method: 'GET', target: '/v3/certificates' });
  if (answer.status !== 200) throw errorOf(answer.status, answer.body);
  const { data } = certificates.parse(JSON.parse(answer.body.toString()));
  const valid = data.filter((certificate) => new Date(certificate.expire_time) > clock());
  const keys = new Map(
    valid.map((one) => [one.serial_no, createPublicKey(decrypt(settings.apiV3Key, one.encrypt_certificate))]),
  );
  const headers = signedHeaders((name) => answer.headers.get(name) ?? undefined);
  const why = headers
    ? whyForged(headers, answer.body, keys.get(headers.serial) ?? settings.platformKeys.get(headers.serial), clock())
    : 'it is not signed';
  if (why) throw new Error(`the list of certificates is not WeChat's: ${why}`);
  return keys;
}

// Errors ------------------------------------------------------------------------------------

/** The meaning of codes for us. The list is unconfirmed; any other code counts as a final refusal. */
const retryCodes = new Set([
  'SYSTEM_ERROR',
  'BANK_ERROR',
  'FREQUENCY_LIMITED',
  'FREQUENCY_LIMIT_EXCEED',
  'NOT_ENOUGH', // refunds are taken from revenue, which may not suffice yet
]);
const settingsCodes = new Set(['SIGN_ERROR', 'NO_AUTH', 'MCH_NOT_EXISTS', 'APPID_MCHID_NOT_MATCH']);
export const notExistCodes = new Set(['ORDER_NOT_EXIST', 'RESOURCE_NOT_EXISTS']);
export const paidCode = 'ORDERPAID';
export const noBillCode = 'NO_STATEMENT_EXIST';

const errorBody = z.object({ code: z.string(), message: z.string().default('') });

/** The error of an answer that is not 2xx. WeChat does not sign these, so they never settle anything. */
function errorOf(status: number, body: Buffer): Error {
  const parsed = errorBody.safeParse(jsonOf(body));
  if (!parsed.success) return new Retry(`WeChat answered ${status} without a code`);
  const { code, message } = parsed.data;
  const text = `WeChat answered ${status} ${code}: ${message.slice(0, 200)}`;
  if (retryCodes.has(code) || status === 429 || status >= 500) return new Retry(text);
  if (settingsCodes.has(code) || status === 401) return new Misconfigured(text);
  return new Refused(code, text);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined; // a proxy's page
  }
}
