import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
/** Vite's build manifest: the file of each source, its imports, and its styles. */
export type BuildManifest = Readonly<Record<string, Chunk>>;

export const readBuildManifest = async (dist: string): Promise<BuildManifest> =>
  JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as BuildManifest;

function chunkOf(manifest: BuildManifest, source: string): Chunk {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build has no ${source}`);
  return chunk;
}

/** A chunk after everything that it imports, in the order in which the browser runs them. */
function inOrder(manifest: BuildManifest, source: string, found = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = chunkOf(manifest, source);
  if (found.has(source)) return found;
  for (const imported of chunk.imports ?? []) if (!found.has(imported)) inOrder(manifest, imported, found);
  return found.set(source, chunk);
}

export interface FirstLoad {
  entry: string;
  /** The other scripts that it needs, the largest one first. */
  preloads: readonly string[];
  stylesheets: readonly string[];
}

const isReact = (file: string) => file.includes('/react-');

/**
 * The files that a document loads before its page works: the entry's scripts and styles, and further sources such as
 * texts.
 */
export function firstLoadOf(manifest: BuildManifest, entry: string, more: readonly string[] = []): FirstLoad {
  const chunks = [...inOrder(manifest, entry).values()];
  const { file } = chunkOf(manifest, entry);
  const imported = chunks.map((chunk) => chunk.file).filter((name) => name !== file);
  const preloads = [...more.map((source) => chunkOf(manifest, source).file), ...imported];
  return {
    entry: `/${file}`,
    preloads: preloads.sort((one, other) => Number(isReact(other)) - Number(isReact(one))).map((name) => `/${name}`),
    stylesheets: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((name) => `/${name}`),
  };
}
