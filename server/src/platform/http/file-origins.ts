import type { Log } from '../log.ts';

/** A change of the other server's file host takes effect within this time. */
const refreshMs = 60_000;
const timeoutMs = 5_000;

const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value);

async function fetchOrigins(url: string): Promise<string[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  const body = (await response.json()) as { data?: { origins?: unknown } };
  const origins = body.data?.origins;
  if (!Array.isArray(origins)) throw new Error(`no origins in the answer of ${url}`);
  return origins.filter(isOrigin);
}

/** The file origins of another API server, fetched from it and refreshed occasionally when pages are served. */
export function makeFileOrigins(apiUrl: string, path: string, log: Log): () => string[] {
  let known: string[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = () =>
    fetchOrigins(`${apiUrl}${path}`).then(
      (origins) => {
        known = origins;
      },
      (err: unknown) => {
        askedAt = Number.NEGATIVE_INFINITY;
        log.warn({ err, apiUrl }, 'the API server does not report the origins of its files');
      },
    );
  const origins = () => {
    const now = performance.now();
    if (now - askedAt > refreshMs) {
      askedAt = now;
      void ask();
    }
    return known;
  };
  origins();
  return origins;
}
