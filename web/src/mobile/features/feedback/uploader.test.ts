import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { UploadError } from './upload-error.ts';
import { makeUploader, type Upload, type UploaderOptions } from './uploader.ts';

interface Attempt {
  file: File;
  succeed(): void;
  fail(error: Error): void;
  progress(share: number): void;
  signal: AbortSignal;
}

/** An uploader with a fake host whose answers the test controls. */
function setUp(options: Partial<UploaderOptions> = {}) {
  const attempts: Attempt[] = [];
  const persisted: Upload[] = [];
  const discarded: string[] = [];
  const uploader = makeUploader({
    prepare: async (file) => file,
    post: (file, progress, signal) =>
      new Promise((resolve, reject) => {
        attempts.push({ file, progress, signal, fail: reject, succeed: () => resolve(`https://host/${file.name}`) });
      }),
    persist: (upload) => persisted.push(upload),
    discard: (id) => discarded.push(id),
    retryDelay: () => 1_000_000,
    ...options,
  });
  const states = () => uploader.uploads().map(({ state }) => state.kind);
  return { uploader, attempts, persisted, discarded, states };
}
const files = (count: number): Upload[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    file: new File(['x'], `${index}.png`),
    prepared: false,
    state: { kind: 'waiting' },
  }));

describe('uploads', () => {
  it('run three at a time', async () => {
    const { uploader, attempts, states } = setUp();
    uploader.add(files(5));
    await sleep(0);
    expect(attempts).toHaveLength(3);
    attempts[0]?.succeed();
    await sleep(0);
    expect(attempts).toHaveLength(4);
    expect(states()).toEqual(['done', 'sending', 'sending', 'sending', 'waiting']);
  });

  it('report their progress', async () => {
    const { uploader, attempts } = setUp();
    uploader.add(files(2));
    await sleep(0);
    attempts[1]?.progress(0.5);
    expect(uploader.uploads().map(({ state }) => state)).toEqual([
      { kind: 'sending', share: 0 },
      { kind: 'sending', share: 0.5 },
    ]);
  });

  it('are aborted when removed, and the next one starts', async () => {
    const { uploader, attempts, discarded } = setUp();
    uploader.add(files(4));
    await sleep(0);
    uploader.remove('1');
    await sleep(0);
    expect(attempts[1]?.signal.aborted).toBe(true);
    expect(attempts[3]?.file.name).toBe('3.png');
    expect(discarded).toEqual(['1']);
    attempts[1]?.fail(new UploadError('network'));
    await sleep(0);
    expect(uploader.uploads().map(({ id }) => id)).toEqual(['0', '2', '3']);
  });

  it('resume automatically when the network is back', async () => {
    const { uploader, attempts, states } = setUp();
    uploader.add(files(1));
    await sleep(0);
    attempts[0]?.fail(new UploadError('network'));
    await sleep(0);
    expect(states()).toEqual(['lost']);
    uploader.retryLost();
    await sleep(0);
    attempts[1]?.succeed();
    await sleep(0);
    expect(states()).toEqual(['done']);
  });

  it('are retried after a backoff', async () => {
    const { uploader, attempts } = setUp({ retryDelay: () => 1 });
    uploader.add(files(1));
    await sleep(0);
    attempts[0]?.fail(new UploadError('network'));
    await expect.poll(() => attempts.length).toBe(2);
  });

  it('that were refused keep their error, and are retried only by hand', async () => {
    const { uploader, attempts, states } = setUp();
    uploader.add(files(1));
    await sleep(0);
    const error = new UploadError('refused', 'too large');
    attempts[0]?.fail(error);
    await sleep(0);
    expect(uploader.uploads()[0]?.state).toEqual({ kind: 'failed', error });
    uploader.retryLost();
    expect(states()).toEqual(['failed']);
    uploader.retry('0');
    await sleep(0);
    expect(attempts).toHaveLength(2);
  });

  it('are prepared once, and persisted with their URL when done', async () => {
    let prepared = 0;
    const { uploader, attempts, persisted } = setUp({
      prepare: async (file) => {
        prepared += 1;
        return new File(['small'], file.name);
      },
    });
    uploader.add(files(1));
    await sleep(0);
    attempts[0]?.fail(new UploadError('network'));
    await sleep(0);
    uploader.retryLost();
    await sleep(0);
    attempts[1]?.succeed();
    await sleep(0);
    expect(prepared).toBe(1);
    expect(persisted.at(-1)?.state).toEqual({ kind: 'done', url: 'https://host/0.png' });
    expect(persisted.at(-1)?.file.size).toBe(5);
  });

  it('are all aborted when the screen is left', async () => {
    const { uploader, attempts } = setUp();
    uploader.add(files(4));
    await sleep(0);
    uploader.stop();
    await sleep(0);
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });
});
