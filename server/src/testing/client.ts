import { constants, publicEncrypt } from 'node:crypto';
import type { Contract } from '@recline/contract';
import { contract } from '@recline/contract';
import { basePath, type Call, type Envelope, type OutputOf, type SentInputOf } from '@recline/contract/call';
import { recordSeen } from './last-seen.ts';

export interface Answer<T = unknown> extends Envelope<T> {
  status: number;
  headers: Headers;
}

export interface Sent {
  token?: string;
  lang?: string;
  offset?: number | string;
  /** The client's address, as a proxy reports it; for servers with TRUST_PROXY. */
  address?: string;
  /** Sends the input as JSON instead of a form. */
  json?: boolean;
}

type Caller<C extends Call> = (input: SentInputOf<C>, sent?: Sent) => Promise<Answer<OutputOf<C>>>;

type Calls = {
  [F in keyof Contract]: { [K in keyof Contract[F]]: Contract[F][K] extends Call ? Caller<Contract[F][K]> : never };
};

export type Client = ReturnType<typeof makeClient>;

/** A client made from the contract, as any client would be, over HTTP. */
export function makeClient(url: string) {
  const raw = async (method: string, path: string, input: object = {}, sent: Sent = {}): Promise<Answer> => {
    const headers = headersOf(sent);
    const fields = formOf(input);
    const target = `${url}${basePath}${path}${method === 'POST' ? '' : `?${fields.toString()}`}`;
    if (method === 'POST' && sent.json) headers['content-type'] = 'application/json';
    const body = method === 'POST' ? (sent.json ? JSON.stringify(input) : fields) : undefined;
    const response = await fetch(target, { method, headers, body });
    const text = await response.text();
    const envelope = (text === '' ? {} : JSON.parse(text)) as Envelope;
    return { ...recordSeen({ ...envelope, status: response.status }), headers: response.headers };
  };

  const calls = Object.fromEntries(
    Object.entries(contract).map(([feature, group]) => [
      feature,
      Object.fromEntries(
        Object.entries(group as Record<string, Call>).map(([name, call]) => [
          name,
          (input: object, sent?: Sent) => raw(call.method, call.path, input, sent),
        ]),
      ),
    ]),
  ) as Calls;

  async function encrypt(password: string): Promise<{ keyId: string; password: string }> {
    const { data } = await calls.session.publicKey({});
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const cipher = publicEncrypt({ key: data.publicKey, padding, oaepHash: 'sha256' }, Buffer.from(password));
    return { keyId: data.keyId, password: cipher.toString('base64') };
  }

  return {
    ...calls,
    raw,
    encrypt,
    /** How a failing test prints it. */
    toJSON: () => `a client of ${url}`,
    async logIn(account: string, password: string, sent?: Sent) {
      return calls.session.login({ account, ...(await encrypt(password)) }, sent);
    },
  };
}

function headersOf({ token, lang, offset, address }: Sent): Record<string, string> {
  return {
    ...(token === undefined ? {} : { 'access-token': token }),
    ...(lang === undefined ? {} : { lang }),
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    ...(offset === undefined ? {} : { 'timezone-offset': String(offset) }),
  };
}

function formOf(input: object): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (Array.isArray(value)) for (const item of value) fields.append(name, String(item));
    else if (value !== undefined) fields.append(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return fields;
}

/** Retries while the server reports overload, because a test must pass on a slow machine too. */
export async function untilServed<T extends Answer>(ask: () => Promise<T>, triesLeft = 200): Promise<T> {
  const answer = await ask();
  if (answer.status !== 503 || triesLeft === 0) return answer;
  await new Promise((resolve) => setTimeout(resolve, 200));
  return untilServed(ask, triesLeft - 1);
}
