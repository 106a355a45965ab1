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

/** A host whose every answer the test decides. */
function scene(options: Partial<UploaderOptions> = {}) {
  const attempts: Attempt[] = [];
  const kept: Upload[] = [];
  const forgotten: string[] = [];
  const uploader = makeUploader({
    prepare: async (file) => file,
    post: (file, progress, signal) =>
      new Promise((resolve, reject) => {
        attempts.push({ file, progress, signal, fail: reject, succeed: () => resolve(`https://host/${file.name}`) });
      }),
    keep: (upload) => kept.push(upload),
    forget: (id) => forgotten.push(id),
    wait: () => 1_000_000,
    ...options,
  });
  const states = () => uploader.uploads().map(({ state }) => state.kind);
  return { uploader, attempts, kept, forgotten, states };
}
const files = (count: number): Upload[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    file: new File(['x'], `${index}.png`),
    prepared: false,
    state: { kind: 'waiting' },
  }));

describe('files on their way up', () => {
  it('go three at a time, and the next as one is done', async () => {
    const { uploader, attempts, states } = scene();
    uploader.add(files(5));
    await sleep(0);
    expect(attempts).toHaveLength(3);
    attempts[0]?.succeed();
    await sleep(0);
    expect(attempts).toHaveLength(4);
    expect(states()).toEqual(['done', 'sending', 'sending', 'sending', 'waiting']);
  });

  it('show their own progress', async () => {
    const { uploader, attempts } = scene();
    uploader.add(files(2));
    await sleep(0);
    attempts[1]?.progress(0.5);
    expect(uploader.uploads().map(({ state }) => state)).toEqual([
      { kind: 'sending', share: 0 },
      { kind: 'sending', share: 0.5 },
    ]);
  });

  it('end when they are taken out, and make room for the next', async () => {
    const { uploader, attempts, forgotten } = scene();
    uploader.add(files(4));
    await sleep(0);
    uploader.remove('1');
    await sleep(0);
    expect(attempts[1]?.signal.aborted).toBe(true);
    expect(attempts[3]?.file.name).toBe('3.png');
    expect(forgotten).toEqual(['1']);
    attempts[1]?.fail(new UploadError('network'));
    await sleep(0);
    expect(uploader.uploads().map(({ id }) => id)).toEqual(['0', '2', '3']);
  });

  it('wait for a lost connection and go on when it is back, without being asked', async () => {
    const { uploader, attempts, states } = scene();
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

  it('try again by themselves after a while', async () => {
    const { uploader, attempts } = scene({ wait: () => 1 });
    uploader.add(files(1));
    await sleep(0);
    attempts[0]?.fail(new UploadError('network'));
    await expect.poll(() => attempts.length).toBe(2);
  });

  it('that were refused say why, and go again only by hand', async () => {
    const { uploader, attempts, states } = scene();
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

  it('are made ready once, and kept with their address when they are done', async () => {
    let prepared = 0;
    const { uploader, attempts, kept } = scene({
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
    expect(kept.at(-1)?.state).toEqual({ kind: 'done', url: 'https://host/0.png' });
    expect(kept.at(-1)?.file.size).toBe(5);
  });

  it('all end when the screen is left', async () => {
    const { uploader, attempts } = scene();
    uploader.add(files(4));
    await sleep(0);
    uploader.stop();
    await sleep(0);
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });
});
