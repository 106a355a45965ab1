import { limits } from '@recline/contract/limits';
import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { uploadName } from './upload.rules.ts';
import { UploadError } from './upload-error.ts';

type Policy = Awaited<ReturnType<typeof api.uploads.policy>>;

/** A policy is good for longer; a new one now and then costs little. */
const policyAge = 10 * 60_000;

/** Sends files straight to the file host, under a policy that serves several, and returns their addresses. */
export function makePoster() {
  let held: { policy: Policy; at: number } | undefined;

  async function currentPolicy(signal: AbortSignal): Promise<Policy> {
    if (!held || Date.now() - held.at > policyAge) {
      held = { policy: await api.uploads.policy({ dir: 'feedback' }, { signal, quiet: true }), at: Date.now() };
    }
    return held.policy;
  }

  return async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> => {
    try {
      const policy = await currentPolicy(signal);
      const name = uploadName(file.name, new Date());
      const key = policy.dir + name;
      await post(policy.host, formOf(policy, name, key, file), onProgress, signal);
      return policy.host + key;
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'answer') throw new UploadError('network');
      if (!(error instanceof UploadError) || error.kind === 'refused') held = undefined;
      throw error;
    }
  };
}

/** The host reads the fields in this order, and ignores whatever comes after the file. */
function formOf(policy: Policy, name: string, key: string, file: File): FormData {
  const form = new FormData();
  form.append('name', name);
  form.append('key', key);
  form.append('policy', policy.policy);
  form.append('OSSAccessKeyId', policy.accessid);
  form.append('success_action_status', '200');
  form.append('signature', policy.signature);
  form.append('callback', policy.callback);
  form.append('file', file, name);
  return form;
}

/** XMLHttpRequest, since fetch tells nothing of what has gone up. A minute without progress ends it. */
function post(url: string, form: FormData, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const stop = () => request.abort();
    const moved = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, limits.requestSeconds * 1000);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      moved();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => (request.status === 200 ? resolve() : reject(refusal(request)));
    request.onerror = () => reject(new UploadError('network'));
    request.onabort = () => reject(new UploadError('network'));
    request.onloadend = () => {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    request.open('POST', url);
    moved();
    request.send(form);
  });
}

/** A server that is down or overloaded is not a refusal: it may take the file later. */
function refusal({ status, responseText }: XMLHttpRequest): UploadError {
  if (status >= 500 || status === 429 || status === 408) return new UploadError('network');
  try {
    return new UploadError('refused', String((JSON.parse(responseText) as { message?: unknown }).message ?? ''));
  } catch {
    return new UploadError('refused');
  }
}
