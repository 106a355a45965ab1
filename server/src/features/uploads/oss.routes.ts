import type { FastifyInstance, FastifyRequest } from 'fastify';
import { phrases } from '../../locales/index.ts';
import { AppError, fail } from '../../platform/error.ts';
import { languageOf } from '../../platform/http/calls.ts';
import { type FetchText, makeCallbackCheck } from './oss.callback.ts';
import { callbackPath, type Oss } from './oss.ts';
import { bytesAllowed, keyIsPlain, safeType, sameText } from './uploads.rules.ts';
import type { Uploads } from './uploads.service.ts';

/** The callback of OSS for an uploaded file. OSS forwards our answer to the browser; an error becomes status 203. */
export async function serveOssCallback(
  app: FastifyInstance,
  oss: Oss,
  uploads: Uploads,
  fetchText: FetchText,
): Promise<void> {
  const comesFromOss = makeCallbackCheck(fetchText);
  await app.register(async (scope) => {
    // The signature is over the body as sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(callbackPath, async (request) => {
      if (!(await comesFromOss(callbackOf(request)))) throw fail('forbidden');
      await register(new URLSearchParams(String(request.body)), oss, uploads);
      return { code: 200, message: phrases[languageOf(request)].success, data: null };
    });
  });
}

const callbackOf = ({ url, body, headers }: FastifyRequest) => ({
  url,
  body: String(body ?? ''),
  authorization: headers.authorization,
  publicKeyUrl: headers['x-oss-pub-key-url']?.toString(),
});

async function register(fields: URLSearchParams, oss: Oss, uploads: Uploads): Promise<void> {
  const field = (name: string) => fields.get(name) ?? '';
  const [dir, key, bytes] = [field('dir'), field('object'), Number(field('size'))];
  const ours = field('bucket') === oss.bucket && sameText(field('mark'), await oss.markOf(dir, field('address')));
  if (!ours || !key.startsWith(dir) || !keyIsPlain(key)) throw fail('forbidden');
  const contentType = safeType(field('mimeType'));
  if (contentType === undefined || !(bytes > 0 && bytes <= bytesAllowed(contentType))) {
    await oss.remove({ key });
    throw fail('fileRefused');
  }
  await uploads
    .register({ key, url: oss.address() + key, contentType, bytes, stored: null }, { address: field('address') })
    .catch(async (error) => {
      // Deletes a file over the quota, which is already in the bucket. A file that a feedback uses (`conflict`) is
      // kept.
      if (error instanceof AppError && error.problem === 'fileRefused') await oss.remove({ key });
      throw error;
    });
}
