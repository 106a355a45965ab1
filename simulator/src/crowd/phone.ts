import { constants, publicEncrypt } from 'node:crypto';
import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { basePath, type Call, type Envelope, type OutputOf, type SentInputOf } from '@recline/contract/call';
import { session } from '@recline/contract/session';
import { uploads } from '@recline/contract/uploads';

/** An answer that is no success, with its code. */
export class CallRefused extends Error {
  override name = 'CallRefused';
  readonly code: number;

  constructor(path: string, { code, message }: Envelope) {
    super(`${path}: ${code} ${message}`);
    this.code = code;
  }
}

const timeoutMs = 30_000;

/** A phone that speaks the contract, at its own address if the machine has more than one. */
export interface Phone {
  call<C extends Call>(call: C, input: SentInputOf<C>, token?: string): Promise<OutputOf<C>>;
  /** Chooses a decision on a cashier page. */
  decideAt(url: string, decision: RegExp): Promise<void>;
  /** Uploads a file and returns its address. */
  upload(name: string, content: Uint8Array<ArrayBuffer>, token: string): Promise<string>;
}

export function makePhone(url: string, app: string, localAddress?: string): Phone {
  const fetchText = (method: string, target: URL, headers: Record<string, string>, body?: string | Uint8Array) =>
    new Promise<string>((resolve, reject) => {
      const sent = { 'user-agent': app, ...headers };
      const options = { method, headers: sent, localAddress, signal: AbortSignal.timeout(timeoutMs) };
      send(target, options, (response) => text(response).then(resolve, reject))
        .once('error', reject)
        .end(body);
    });

  async function call<C extends Call>(
    { method, path }: C,
    input: SentInputOf<C>,
    token?: string,
  ): Promise<OutputOf<C>> {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'timezone-offset': '480' };
    if (token !== undefined) headers['access-token'] = token;
    const target = new URL(`${url}${basePath}${path}`);
    if (method !== 'POST') target.search = new URLSearchParams(input as Record<string, string>).toString();
    const body = method === 'POST' ? JSON.stringify(input) : undefined;
    const answer = JSON.parse(await fetchText(method, target, headers, body)) as Envelope<OutputOf<C>>;
    if (answer.code !== 200) throw new CallRefused(path, answer);
    return answer.data;
  }

  async function decideAt(pageUrl: string, decision: RegExp): Promise<void> {
    const page = await fetchText('GET', new URL(pageUrl), { referer: `${url}/` });
    const { action, fields } = readForm(page, decision);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await fetchText('POST', new URL(action, pageUrl), headers, new URLSearchParams(fields).toString());
  }

  async function upload(name: string, content: Uint8Array<ArrayBuffer>, token: string): Promise<string> {
    const policy = await call(uploads.policy, { dir: 'feedback' }, token);
    const key = policy.dir + name;
    const form = new FormData();
    const { policy: signed, signature, callback } = policy;
    const fields = { name, key, policy: signed, OSSAccessKeyId: policy.accessid, success_action_status: '200' };
    for (const [field, value] of Object.entries({ ...fields, signature, callback })) form.append(field, value);
    form.append('file', new Blob([content]), name);
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const sent = new Uint8Array(await encoded.arrayBuffer());
    const answer = JSON.parse(await fetchText('POST', new URL(policy.host), headers, sent)) as Envelope;
    if (answer.code !== 200) throw new CallRefused(name, answer);
    return policy.host + key;
  }

  return { call, decideAt, upload };
}

/** The form of a cashier page, with the button for the decision. */
export function readForm(page: string, decision: RegExp): { action: string; fields: Record<string, string> } {
  const tags = [...page.matchAll(/<(form|input|button)\b[^>]*>/g)].map(([tag, name]) => ({ name, tag }));
  const attributeOf = (tag: string, attribute: string) => plain(new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1]);
  const form = tags.find(({ name, tag }) => name === 'form' && /method="post"/i.test(tag));
  const button = tags.find(({ name, tag }) => name === 'button' && decision.test(attributeOf(tag, 'value')));
  if (!form || !button) throw new Error('the cashier page has nothing to decide');
  const hidden = tags.filter(({ name, tag }) => name === 'input' && /type="hidden"/.test(tag));
  const pairs = [...hidden, button].map(({ tag }) => [attributeOf(tag, 'name'), attributeOf(tag, 'value')]);
  return { action: attributeOf(form.tag, 'action'), fields: Object.fromEntries(pairs) };
}

const plain = (html = ''): string =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&');

/** A manager's login, with the password encrypted as the web app does. */
export async function logIn(phone: Phone, account: string, password: string): Promise<string> {
  const { keyId, publicKey } = await phone.call(session.publicKey, {});
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const cipher = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, Buffer.from(password));
  const sent = { account, keyId, password: cipher.toString('base64') };
  return (await phone.call(session.login, sent)).accessToken;
}
