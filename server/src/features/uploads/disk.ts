import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@recline/contract/limits';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../platform/error.ts';
import type { Log } from '../../platform/log.ts';
import { makeJpegMeter } from './pixels.rules.ts';
import { headBytes, recogniseType } from './recognise.ts';
import type { FileHost } from './uploads.port.ts';
import { bytesAllowed, partBytes, readQuery } from './uploads.rules.ts';

export const filesPath = '/api/files/';

export interface DiskOptions {
  directory: string;
  publicUrl: string | undefined;
  secret(): Promise<string>;
  log: Log;
}

export interface Kept {
  stored: string;
  contentType: string;
  bytes: number;
}

/** Keeps files in a folder of this machine, each under a random name. */
export function makeDisk({ directory, publicUrl, secret, log }: DiskOptions) {
  const pathOf = (stored: string) => join(directory, stored);

  /** Streams a file to disk. A refused or incomplete file is removed. */
  async function keep(content: AsyncIterable<Buffer>): Promise<Kept> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const stored = randomUUID();
    const handle = await open(pathOf(stored), 'wx', 0o600);
    try {
      const written = await writeAllowed(handle, content);
      await handle.sync();
      await handle.close();
      await syncFolder(directory);
      return { stored, ...written };
    } catch (error) {
      await handle.close().catch(() => {});
      await rm(pathOf(stored), { force: true });
      throw error;
    }
  }

  /**
   * Writes a part of a file behind those that came before. One that came already is read and changes nothing: its answer
   * was lost. What a broken part leaves behind the file's end is written over by the next one.
   */
  async function append(
    content: AsyncIterable<Buffer>,
    begun: Kept,
    offset: number,
  ): Promise<Kept & { added: number }> {
    const isNext = offset === begun.bytes;
    const handle = await open(pathOf(begun.stored), 'r+');
    try {
      let bytes = offset;
      for await (const chunk of content) {
        if (isNext && bytes + chunk.length <= bytesAllowed(begun.contentType))
          await handle.write(chunk, 0, chunk.length, bytes);
        bytes += chunk.length;
      }
      if (bytes > bytesAllowed(begun.contentType)) throw fail('fileRefused');
      if (!isNext && bytes !== begun.bytes) throw fail('conflict');
      await handle.sync();
      return { ...begun, bytes, added: bytes - begun.bytes };
    } finally {
      await handle.close();
    }
  }

  async function removeOrphans(isKnown: (stored: string[]) => Promise<Set<string>>, before: Date): Promise<void> {
    const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []; // nothing was uploaded yet
      throw error;
    });
    for (let from = 0; from < names.length; from += 1000) {
      const some = names.slice(from, from + 1000);
      const known = await isKnown(some);
      for (const name of some.filter((each) => !known.has(each))) await removeOrphan(name, before);
    }
  }

  /** One that cannot be deleted must not block the others. */
  async function removeOrphan(name: string, before: Date): Promise<void> {
    try {
      const { mtime } = await stat(pathOf(name));
      if (mtime < before) await rm(pathOf(name), { force: true });
    } catch (error) {
      log.error({ err: error, name }, 'a file without a row could not be deleted');
    }
  }

  const address = (request: FastifyRequest) => `${publicUrl ?? `${request.protocol}://${request.host}`}${filesPath}`;

  return {
    accessId: 'recline',
    partBytes,
    secret,
    address,
    signedUrl: async (key, request, until) => `${address(request)}${key}?${readQuery(key, until, await secret())}`,
    callback: async () => '',
    remove: async ({ stored }) => {
      if (stored !== null) await rm(pathOf(stored), { force: true });
    },
    removeOrphans,
    origins: [],
    keep,
    append,
    pathOf,
  } satisfies FileHost & Record<string, unknown>;
}

export type Disk = ReturnType<typeof makeDisk>;

/**
 * Recognises the type by the first bytes, then writes up to its limit. A refused file is still read to its end:
 * browsers read the answer only after they have sent everything.
 */
async function writeAllowed(handle: FileHandle, content: AsyncIterable<Buffer>): Promise<Omit<Kept, 'stored'>> {
  let head = Buffer.alloc(0);
  let contentType: string | undefined;
  let bytes = 0;
  let refused = false;
  const jpegPixels = makeJpegMeter();
  for await (const chunk of content) {
    if (refused) continue;
    bytes += chunk.length;
    const isBomb = (jpegPixels(chunk) ?? 0) > limits.picturePixels;
    if (contentType !== undefined) await handle.write(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      contentType = await recogniseType(head);
      await handle.write(head);
    }
    refused =
      contentType === undefined || bytes > bytesAllowed(contentType) || (isBomb && contentType === 'image/jpeg');
  }
  if (contentType === undefined && !refused) {
    contentType = await recogniseType(head);
    await handle.write(head);
  }
  if (refused || contentType === undefined) throw fail('fileRefused');
  return { contentType, bytes };
}

/** Makes the file's name durable: fsync of the file alone does not. */
async function syncFolder(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
