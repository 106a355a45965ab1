import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { FileHost } from './uploads.port.ts';

export const callbackPath = '/api/files/oss-callback';

export interface OssOptions {
  bucket: string;
  /** The region's address, say https://oss-cn-hangzhou.aliyuncs.com. */
  endpoint: string;
  /** The bucket's own domain, if any. */
  domain?: string;
  accessId: string;
  accessSecret: string;
  /** The address at which OSS reaches this server. */
  publicUrl: string;
  /** Signs the folders that we assigned. */
  secret(): Promise<string>;
  clock: Clock;
}

/** A bucket of Alibaba OSS: browsers post to it directly, and it reports each file by a signed callback. */
export function makeOss(options: OssOptions) {
  const { bucket, accessId, accessSecret, clock } = options;
  const origin = ossOrigin(options);

  async function callback(dir: string, address: string): Promise<string> {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: OSS fills these in
    const fields = 'bucket=${bucket}&object=${object}&size=${size}&mimeType=${mimeType}';
    const own = new URLSearchParams({ dir, address, mark: await markOf(dir, address) });
    const body = {
      callbackUrl: options.publicUrl + callbackPath,
      callbackBody: `${fields}&${own.toString()}`,
      callbackBodyType: 'application/x-www-form-urlencoded',
    };
    return Buffer.from(JSON.stringify(body)).toString('base64');
  }

  /** OSS signs the callbacks of all its customers with one key; this proves that the folder came from us. */
  const markOf = async (dir: string, address: string): Promise<string> =>
    createHmac('sha256', await options.secret())
      .update(`${dir}\n${address}`)
      .digest('base64url');

  async function remove({ key }: { key: string }): Promise<void> {
    const date = clock().toUTCString();
    const authorization = `OSS ${accessId}:${signRequest('DELETE', date, `/${bucket}/${key}`, accessSecret)}`;
    const response = await fetch(`${origin}/${encodeURI(key)}`, {
      method: 'DELETE',
      headers: { date, authorization },
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok && response.status !== 404) throw new Error(`OSS did not delete ${key}: ${response.status}`);
  }

  /** OSS checks the signature if the bucket is private. */
  async function signedUrl(key: string, _request: FastifyRequest, until: Date): Promise<string> {
    const expires = String(Math.floor(until.getTime() / 1000));
    const signature = signRequest('GET', expires, `/${bucket}/${key}`, accessSecret);
    const query = new URLSearchParams({ OSSAccessKeyId: accessId, Expires: expires, Signature: signature });
    return `${origin}/${key}?${query.toString()}`;
  }

  return {
    accessId,
    secret: async () => accessSecret,
    bucket,
    address: () => `${origin}/`,
    signedUrl,
    callback,
    remove,
    // A file whose callback never came stays in the bucket until a lifecycle rule deletes it.
    removeOrphans: async () => {},
    origins: [new URL(origin).origin],
    markOf,
  } satisfies FileHost & Record<string, unknown>;
}

export type Oss = ReturnType<typeof makeOss>;

/** The address of a bucket: its own domain, or a subdomain of its region's. */
export function ossOrigin({ bucket, endpoint, domain }: Pick<OssOptions, 'bucket' | 'endpoint' | 'domain'>): string {
  const { protocol, host } = new URL(endpoint);
  return domain ?? `${protocol}//${bucket}.${host}`;
}

/**
 * The signature (version 1) of a request without a body and without OSS headers; `time` is its date, or the expiry of a
 * URL.
 */
export const signRequest = (method: string, time: string, resource: string, secret: string): string =>
  createHmac('sha1', secret).update(`${method}\n\n\n${time}\n${resource}`).digest('base64');
