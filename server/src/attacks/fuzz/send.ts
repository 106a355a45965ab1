import { Agent, request } from 'node:http';
import { errors } from '@recline/contract/errors';
import { expect } from 'vitest';
import { marker } from './scene.ts';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  bytes?: Buffer;
}

export interface Got {
  status: number;
  type: string;
  text: string;
}

/** Longer than any call takes, including a start without an answer of the chair. */
const patience = 20_000;

export const agent = new Agent({ keepAlive: true });

/** Sends the raw request and waits for the answer, or the beginning of a stream. No answer is a failure. */
export function send(url: string, { method, path, headers, bytes }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = bytes ? { 'content-length': String(bytes.length) } : {};
    const sending = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      const type = String(response.headers['content-type'] ?? '');
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      const done = () => resolve({ status, type, text: Buffer.concat(chunks).toString() });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (type.startsWith('text/event-stream')) {
          done();
          sending.destroy();
        }
      });
      response.on('end', done);
    });
    sending.setTimeout(patience, () => sending.destroy(new Error('no answer')));
    sending.on('error', reject);
    sending.end(bytes);
  });
}

const codes = new Map<number, number>(Object.values(errors).map(({ code, status }) => [code, status]));
const inner = /node_modules|\bat .*\.ts:\d+|file:\/\/\/|\b(SELECT|INSERT|UPDATE) .*\b(FROM|INTO|SET)\b|password_hash/;

/** No answer may be a server error, reveal internals, or contain data of the victims. */
export function expectHarmless({ status, type, text }: Got, secrets: string[] = [marker]): void {
  expect(status).toBeLessThan(500);
  for (const each of secrets) expect(text).not.toContain(each);
  expect(type.startsWith('application/json') ? text : '').not.toMatch(inner);
}

/** The same, and the answer must be an envelope as in the contract. */
export function expectEnvelope(got: Got, secrets?: string[]): void {
  expectHarmless(got, secrets);
  if (got.type.startsWith('text/event-stream') || got.status === 304) return;
  expect(got.type).toContain('application/json');
  const envelope = JSON.parse(got.text) as { code: number; message: unknown; data: unknown };
  expect(Object.keys(envelope)).toEqual(expect.arrayContaining(['code', 'message', 'data']));
  expect(typeof envelope.message).toBe('string');
  if (envelope.code === 200) expect(got.status).toBe(200);
  else expect(codes.has(envelope.code)).toBe(true);
}
