import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/**
 * The recorded run: the files of functions that were called, and the names of the statements that were sent to
 * PostgreSQL.
 */
export interface Recording {
  files: Set<string>;
  statements: Set<string>;
}

type Query = (...given: unknown[]) => unknown;

/** Records what runs in this process while `work` does, in files below `root`. */
export async function record(root: string, work: () => Promise<unknown>): Promise<Recording> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const statements = new Set<string>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function recorded(this: unknown, ...given) {
    const [first] = given;
    if (typeof first === 'object' && first !== null && 'name' in first) statements.add(String(first.name));
    return query.apply(this, given);
  };
  try {
    await session.post('Profiler.takePreciseCoverage'); // starts counting anew
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) => functions.some(isCalled));
    return { files: new Set(called.flatMap(({ url }) => pathOf(root, url))), statements };
  } finally {
    prototype.query = query;
    await session.post('Profiler.disable');
    session.disconnect();
  }
}

/** Excludes the module's top level, which runs once on import. */
const isCalled = ({ ranges: [whole] }: { ranges: { startOffset: number; count: number }[] }): boolean =>
  whole !== undefined && whole.startOffset > 0 && whole.count > 0;

function pathOf(root: string, url: string): string[] {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  return path.startsWith(root) && !path.includes('node_modules') ? [relative(root, path)] : [];
}
