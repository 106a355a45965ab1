import { Misconfigured, Refused, Retry } from '../provider.ts';

/** The longest that one call to a provider may take. */
export const callTimeoutMs = 10_000;
/** The longest that the download of a bill may take. */
const downloadTimeoutMs = 10 * 60_000;
/** Longer answers to calls are refused; bills are streamed. */
const maxAnswerBytes = 1024 * 1024;

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

type Fetch = typeof fetch;

/** One call with a deadline. No answer means an unknown outcome: `Retry`. Addresses may hold secrets and are not quoted. */
export async function callProvider(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  timeoutMs = callTimeoutMs,
): Promise<ProviderAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, headers: response.headers, body: await readLimited(response) };
  } catch (error) {
    throw noAnswer(url, error);
  }
}

/** The body of a download, chunk by chunk. */
export async function* download(fetch: Fetch, url: string, init: RequestInit): AsyncGenerator<Uint8Array> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(downloadTimeoutMs) });
    if (!response.ok) throw new Retry(`a download was answered with ${response.status}`);
    yield* response.body ?? [];
  } catch (error) {
    throw noAnswer(url, error);
  }
}

async function readLimited(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function noAnswer(url: string, error: unknown): Error {
  if (isProviderError(error)) return error;
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return new Retry(`no answer from ${new URL(url).host}: ${cause?.code ?? message}`);
}

const isProviderError = (error: unknown): error is Error =>
  error instanceof Retry || error instanceof Refused || error instanceof Misconfigured;
