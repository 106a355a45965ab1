import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canReach, type Owner } from './owner.ts';

/** The location of a cluster that cannot be in the data folder. */
const usualOutside = '/var/lib';

const hasCluster = (directory: string) => existsSync(join(directory, 'PG_VERSION'));
const pointerOf = (directory: string) => `${directory}.place`;
const userOf = (place: string) => `${place}.folder`;

const textIn = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

/**
 * The location of the cluster of `directory`. When run as root, the database is another user: if that user has no
 * access to the folders above, the cluster is kept outside, and `<directory>.place` names its location. A data folder
 * can be moved. One whose cluster is missing is refused: it would start empty.
 */
export async function clusterPlace(
  directory: string,
  owner: Owner | undefined,
  outside = usualOutside,
): Promise<string> {
  const pointed = await textIn(pointerOf(directory));
  if (pointed !== undefined) return requireUsable(directory, pointed);
  const isReachable = !owner || canReach(resolve(directory), owner);
  if (hasCluster(directory)) {
    if (isReachable) return directory;
    throw new Error(
      `The database in ${directory} runs as another user than root, who has no access to the folders above it. Make them accessible (chmod o+x), or move ${dirname(directory)}.`,
    );
  }
  const wanted = outsidePath(directory, outside);
  const isInterrupted = [directory, wanted].some((path) => existsSync(`${path}.new`)); // its creation will be repeated
  const isKnown = existsSync(`${directory}.password`) && !isInterrupted;
  if (isKnown && hasCluster(wanted)) return wanted; // created by a version without pointers
  if (isKnown) throw lost(directory, directory);
  return isReachable ? directory : freePath(wanted);
}

const lost = (directory: string, place: string) =>
  new Error(
    `The database of ${dirname(directory)} was in ${place}, and is no longer there. Put it back, or delete ${dirname(directory)} to begin with an empty one.`,
  );

/** A copy of a data folder points to the same cluster: two servers would stop each other's database. */
async function requireUsable(directory: string, place: string): Promise<string> {
  if (!hasCluster(place)) throw lost(directory, place);
  const other = await textIn(userOf(place));
  const isCopy = other !== undefined && other !== resolve(directory) && (await textIn(pointerOf(other))) === place;
  if (!isCopy) return place;
  throw new Error(
    `The database in ${place} belongs to ${dirname(other)}. A copied data folder has no database: use \`recline backup\` and \`recline restore\`.`,
  );
}

function outsidePath(directory: string, outside: string): string {
  const mark = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 12);
  return join(outside, `recline-${mark}`);
}

/** An existing cluster here is not ours: its data folder was deleted. */
function freePath(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? wanted : `${wanted}-${number}`;
    if (!existsSync(path)) return path;
  }
}

/** Records the location of the cluster of `directory`, unless it is inside. */
export async function rememberPlace(directory: string, place: string): Promise<void> {
  if (place === directory) return;
  await writeFile(pointerOf(directory), place, { mode: 0o600 });
  await writeFile(userOf(place), resolve(directory), { mode: 0o600 });
}
