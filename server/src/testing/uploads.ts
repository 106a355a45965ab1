import { type ClientRequest, request as httpRequest } from 'node:http';
import type { Envelope, OutputOf } from '@recline/contract/call';
import type { uploads } from '@recline/contract/uploads';
import { readQuery } from '../features/uploads/uploads.rules.ts';
import type { Pool } from '../platform/db.ts';
import { secret } from '../platform/secrets.ts';

export type Policy = OutputOf<(typeof uploads)['policy']>;

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const box = (brand: string) => Buffer.concat([bytes('00000018'), Buffer.from(`ftyp${brand}`), Buffer.alloc(12)]);

/** The smallest content that is recognised as each accepted type. */
export const samples = {
  'image/jpeg': bytes('ffd8ffe0 00104a464946 00010100000100010000 ffd9'),
  'image/png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'image/webp': Buffer.concat([Buffer.from('RIFF'), bytes('1a000000'), Buffer.from('WEBPVP8L'), Buffer.alloc(14)]),
  'image/gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'image/heic': box('heic'),
  'video/mp4': box('isom'),
  'video/quicktime': box('qt  '),
  'video/webm': bytes('1a45dfa3 9f 4286810142f7810142f2810442f381084282847765626d4287810442858102'),
} as const;

/** Content of a given length that begins like a file of a type. */
export const sampleOf = (type: keyof typeof samples, length: number): Buffer<ArrayBuffer> =>
  Buffer.concat([samples[type], Buffer.alloc(Math.max(0, length - samples[type].length), 7)], length);

/** Posts a file as a browser does: the fields in their order, the file last. `changed` replaces fields. */
export async function postFile(
  policy: Policy,
  name: string,
  content: Uint8Array<ArrayBuffer>,
  changed: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; code: number; url: string }> {
  const form = new FormData();
  const fields = {
    name,
    key: policy.dir + name,
    policy: policy.policy,
    OSSAccessKeyId: policy.accessid,
    success_action_status: '200',
    signature: policy.signature,
    callback: policy.callback,
    ...changed,
  };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content]), name);
  const response = await fetch(policy.host, { method: 'POST', headers, body: form });
  const { code } = (await response.json()) as Envelope;
  return { status: response.status, code, url: policy.host + fields.key };
}

/** The URL of a file as in answers, for three hours: tests move the clock. */
export async function signedUrl(pool: Pool, url: string): Promise<string> {
  const [, key = ''] = url.split('/api/files/');
  const until = new Date(Date.now() + 3 * 3600_000);
  return `${url}?${readQuery(key, until, await secret(pool, 'uploads'))}`;
}

/**
 * Begins to post a file as a browser does and stops after the bytes given, after announcing `announced` bytes. The
 * caller destroys the request.
 */
export function beginFile(
  policy: Policy,
  name: string,
  content: Uint8Array,
  announced: number,
  more: Record<string, string> = {},
): ClientRequest {
  const boundary = 'middle';
  const field = (key: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const sending = httpRequest(policy.host, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': announced },
  });
  sending.on('error', () => {});
  sending.write(
    field('key', policy.dir + name) +
      field('policy', policy.policy) +
      field('OSSAccessKeyId', policy.accessid) +
      field('signature', policy.signature) +
      Object.entries(more)
        .map(([name, value]) => field(name, value))
        .join('') +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
  );
  sending.write(content);
  return sending;
}
