import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, statfs } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { z } from 'zod';
import { refused } from './failure.ts';

/** A backup is a .tar.gz of the tables, the files and, last, a manifest with the checksum of each. */

const sum = { bytes: z.int(), sha256: z.string() };
export const manifestShape = z.object({
  format: z.literal(1),
  recline: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), ...sum })),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.array(z.object({ name: z.string(), ...sum })),
  /** Providers' bills; earlier versions had none. */
  bills: z.array(z.object({ name: z.string(), ...sum })).default([]),
});
export type Manifest = z.output<typeof manifestShape>;

export interface Sum {
  bytes: number;
  sha256: string;
}

export const tableEntry = (name: string) => `tables/${name}.copy`;
export const fileEntry = (name: string) => `files/${name}`;
export const billEntry = (name: string) => `bills/${name}`;
const manifestEntry = 'manifest.json';
const maxManifestBytes = 256 * 1024 * 1024; // a million files
const spareBytes = 256 * 1024 * 1024;

/** Passes the data through, counting its bytes and computing its checksum. */
function counting(): { stream: Transform; sum(): Sum } {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, sum: () => ({ bytes, sha256: hash.digest('hex') }) };
}

export interface ArchiveWriter {
  /** Adds a file from disk. */
  add(entry: string, path: string): Promise<Sum>;
  finish(manifest: Manifest): Promise<void>;
  abandon(): Promise<void>;
}

export function writeArchive(path: string): ArchiveWriter {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 4 }), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  written.catch(() => {}); // handled where it is awaited
  return {
    async add(entry, source) {
      const handle = await open(source);
      try {
        const { size } = await handle.stat();
        const content =
          size === 0 ? Readable.from([]) : handle.createReadStream({ start: 0, end: size - 1, autoClose: false });
        const counted = counting();
        await Promise.race([pipeline(content, counted.stream, archive.entry({ name: entry, size })), failing(written)]);
        return counted.sum();
      } finally {
        await handle.close();
      }
    },
    async finish(manifest) {
      archive.entry({ name: manifestEntry }, JSON.stringify(manifest, null, 2));
      archive.finalize();
      await written;
    },
    async abandon() {
      archive.destroy();
      await written.catch(() => {});
    },
  };
}

/** Rejects when writing the archive fails, so that nobody waits for a stream blocked by a full disk. */
const failing = async (written: Promise<void>): Promise<never> => {
  await written;
  throw new Error('the archive was closed too early');
};

/** Unpacks a backup into `directory`, verifies every checksum and returns the manifest. */
export async function readArchive(path: string, directory: string): Promise<Manifest> {
  const found = new Map<string, Sum>();
  const reader = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), reader);
  reading.catch(() => {}); // handled below
  try {
    for await (const entry of reader) {
      const name = safeName(entry.header);
      await expectRoom(directory, entry.header.size ?? 0);
      const counted = counting();
      await mkdir(dirname(join(directory, name)), { recursive: true, mode: 0o700 });
      await pipeline(entry, counted.stream, createWriteStream(join(directory, name), { flags: 'wx', mode: 0o600 }));
      found.set(name, counted.sum());
    }
    await reading;
  } catch (error) {
    throw refused(`${path} is damaged or no backup: ${(error as Error).message}.`);
  }
  return verified(path, directory, found);
}

/** A backup holds files only, under the names that we write. */
function safeName({ name, type, size = 0 }: Header): string {
  if (type !== 'file') throw new Error(`${name} is no file`);
  if (name.startsWith('/') || normalize(name) !== name || name.split('/').includes('..'))
    throw new Error(`unexpected name ${name}`);
  if (name === manifestEntry && size > maxManifestBytes) throw new Error('its manifest is too large');
  return name;
}

/** Fails before the disk is full, because the database needs it too. */
async function expectRoom(directory: string, bytes: number): Promise<void> {
  await mkdir(directory, { recursive: true });
  const { bavail, bsize } = await statfs(directory);
  if (bytes + spareBytes > bavail * bsize) throw new Error('it does not fit on the disk');
}

async function verified(path: string, directory: string, found: Map<string, Sum>): Promise<Manifest> {
  if (!found.delete(manifestEntry)) throw refused(`${path} ends too early: it has no manifest.`);
  const parsed = manifestShape.safeParse(parsedOrNull(await readFile(join(directory, manifestEntry), 'utf8')));
  if (!parsed.success) throw refused(`${path} has a manifest that this version does not understand.`);
  const { tables, files, bills } = parsed.data;
  const expected = [
    ...tables.map((table) => ({ entry: tableEntry(table.name), ...table })),
    ...files.map((file) => ({ entry: fileEntry(file.name), ...file })),
    ...bills.map((bill) => ({ entry: billEntry(bill.name), ...bill })),
  ];
  for (const { entry, sha256, bytes } of expected) {
    const sum = found.get(entry);
    if (sum?.sha256 !== sha256 || sum.bytes !== bytes)
      throw refused(`${path} is damaged: ${entry} is not what it was.`);
    found.delete(entry);
  }
  if (found.size > 0) throw refused(`${path} holds what its manifest does not name: ${[...found.keys()].join(', ')}.`);
  return parsed.data;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // refused like any malformed manifest
  }
}
