import { UploadError } from './upload-error.ts';

/** The state of an upload. `lost`: the connection broke; it is retried automatically. */
export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; share: number }
  | { kind: 'lost' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'done'; url: string };

export interface Upload {
  id: string;
  file: File;
  /** Scaled down and stripped of metadata. */
  prepared: boolean;
  state: UploadState;
}

export interface UploaderOptions {
  prepare(file: File): Promise<File>;
  post(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string>;
  /** Called with every upload whose content or URL changed. */
  persist(upload: Upload): void;
  /** Called with an upload that was removed, and its URL if it was complete. */
  discard(id: string, url: string | undefined): void;
  /** The backoff in milliseconds before the nth retry. */
  retryDelay?(tries: number): number;
}

const maxConcurrent = 3;
const defaultRetryDelay = (tries: number) => Math.min(30_000, 1000 * 2 ** tries);

/** Uploads files, three at a time, and retries after a lost connection. */
export function makeUploader(options: UploaderOptions) {
  const { prepare, post, persist, discard, retryDelay = defaultRetryDelay } = options;
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const tries = new Map<string, number>();
  let uploads: readonly Upload[] = [];
  let stopped = false;

  function set(next: readonly Upload[]): void {
    uploads = next;
    for (const listener of listeners) listener();
  }
  const find = (id: string) => uploads.find((upload) => upload.id === id);
  function change(id: string, part: Partial<Upload>): void {
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  }

  function next(): void {
    while (!stopped && running.size < maxConcurrent) {
      const waiting = uploads.find((upload) => upload.state.kind === 'waiting' && !running.has(upload.id));
      if (!waiting) return;
      const controller = new AbortController();
      running.set(waiting.id, controller);
      void send(waiting, controller).finally(() => {
        if (running.get(waiting.id) === controller) running.delete(waiting.id);
        next();
      });
    }
  }

  async function send({ id, file, prepared }: Upload, { signal }: AbortController): Promise<void> {
    const report = (state: UploadState) => {
      if (!signal.aborted) change(id, { state });
    };
    try {
      report({ kind: 'sending', share: 0 });
      const ready = prepared ? file : await prepare(file);
      if (signal.aborted) return;
      change(id, { file: ready, prepared: true });
      const url = await post(ready, (share) => report({ kind: 'sending', share }), signal);
      report({ kind: 'done', url });
      const done = find(id);
      if (done) persist(done);
    } catch (error) {
      if (!signal.aborted) fail(id, error);
    }
  }

  function fail(id: string, error: unknown): void {
    if (!(error instanceof UploadError) || error.kind !== 'network') {
      change(id, { state: { kind: 'failed', error } });
      return;
    }
    const tried = (tries.get(id) ?? 0) + 1;
    tries.set(id, tried);
    change(id, { state: { kind: 'lost' } });
    timers.set(
      id,
      setTimeout(() => retry(id), retryDelay(tried)),
    );
  }

  /** Restarts an upload: by hand, after the backoff, or when the network is back. */
  function retry(id: string): void {
    clearTimeout(timers.get(id));
    const kind = find(id)?.state.kind;
    if (kind !== 'lost' && kind !== 'failed') return;
    change(id, { state: { kind: 'waiting' } });
    next();
  }

  return {
    uploads: () => uploads,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(added: readonly Upload[]): void {
      set([...uploads, ...added]);
      for (const upload of added) persist(upload);
      next();
    },
    remove(id: string): void {
      running.get(id)?.abort();
      running.delete(id);
      clearTimeout(timers.get(id));
      const state = find(id)?.state;
      set(uploads.filter((upload) => upload.id !== id));
      discard(id, state?.kind === 'done' ? state.url : undefined);
      next();
    },
    retry,
    retryLost(): void {
      for (const { id, state } of uploads) if (state.kind === 'lost') retry(id);
    },
    /** Aborts all uploads; persisted ones can be resumed later. */
    stop(): void {
      stopped = true;
      for (const controller of running.values()) controller.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

export type Uploader = ReturnType<typeof makeUploader>;
