import { limits } from '@recline/contract/limits';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../data/api.ts';
import { isVideo, uploadName } from './upload.rules.ts';
import { UploadError } from './upload-error.ts';

type Policy = Awaited<ReturnType<typeof api.uploads.policy>>;

/** An upload that has begun, and how much of it the host has. */
interface Begun {
  policy: Policy;
  name: string;
  key: string;
  at: number;
  sent: number;
}

/** Well below the lifetime of a policy. */
const policyMaxAgeMs = 10 * 60_000;
/** Below the time for which the host lets an upload go on. */
const begunMaxAgeMs = 50 * 60_000;

/**
 * Posts files directly to the file host with a cached upload policy, and returns their URLs. `openSession`: an upload
 * belongs to an account, which the author of a report may not have yet.
 */
export function makeFilePoster(openSession: () => Promise<void>) {
  let cached: { policy: Policy; at: number } | undefined;

  async function currentPolicy(signal: AbortSignal): Promise<Policy> {
    if (!cached || Date.now() - cached.at > policyMaxAgeMs) {
      await openSession();
      cached = { policy: await api.uploads.policy({ dir: 'feedback' }, { signal, quiet: true }), at: Date.now() };
    }
    return cached.policy;
  }

  async function begin(file: File, signal: AbortSignal): Promise<Begun> {
    const policy = await currentPolicy(signal);
    const name = uploadName(file.name, new Date());
    return { policy, name, key: policy.dir + name, at: Date.now(), sent: 0 };
  }

  /** Uploads that broke off, by their files: a video goes on behind the last part that the host has. */
  const begun = new WeakMap<File, Begun>();

  return async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> => {
    try {
      const known = begun.get(file);
      const upload = known && Date.now() - known.at < begunMaxAgeMs ? known : await begin(file, signal);
      begun.set(file, upload);
      const { policy, key } = upload;
      const partBytes = isVideo(file) ? (policy.partBytes ?? file.size) : file.size;
      while (upload.sent < file.size) {
        const from = upload.sent;
        const part = file.slice(from, from + partBytes, file.type);
        const report = (share: number) => onProgress((from + share * part.size) / file.size);
        await post(policy.host, formOf(upload, part), report, signal);
        upload.sent = from + part.size;
      }
      return policy.host + key;
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'answer') throw new UploadError('network');
      if (!(error instanceof UploadError) || error.kind === 'refused') {
        cached = undefined;
        begun.delete(file);
      }
      throw error;
    }
  };
}

/** The host reads the fields in this order, and ignores those after the file. */
function formOf({ policy, name, key, sent }: Begun, part: Blob): FormData {
  const form = new FormData();
  form.append('name', name);
  form.append('key', key);
  form.append('policy', policy.policy);
  form.append('OSSAccessKeyId', policy.accessid);
  form.append('success_action_status', '200');
  form.append('signature', policy.signature);
  form.append('callback', policy.callback);
  if (sent > 0) form.append('offset', String(sent));
  form.append('file', part, name);
  return form;
}

/** XMLHttpRequest, since fetch reports no upload progress. Aborted after a minute without progress. */
function post(url: string, form: FormData, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const stop = () => request.abort();
    const restartWatchdog = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, limits.requestSeconds * 1000);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      restartWatchdog();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => (request.status === 200 ? resolve() : reject(errorOf(request)));
    request.onerror = () => reject(new UploadError('network'));
    request.onabort = () => reject(new UploadError('network'));
    request.onloadend = () => {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    request.open('POST', url);
    restartWatchdog();
    request.send(form);
  });
}

/** A server that is down or overloaded has not rejected the file, so it can be retried. */
function errorOf({ status, responseText }: XMLHttpRequest): UploadError {
  if (status >= 500 || status === 429 || status === 408) return new UploadError('network');
  try {
    return new UploadError('refused', String((JSON.parse(responseText) as { message?: unknown }).message ?? ''));
  } catch {
    return new UploadError('refused');
  }
}
