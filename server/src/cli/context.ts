import type { Readable, Writable } from 'node:stream';
import type { Admin } from '../platform/admin.ts';
import type { Env } from '../platform/env.ts';

/** The process environment; tests pass their own. */
export interface Io {
  env: Record<string, string | undefined>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
  /** Adds the settings of a file to `env`. Only for a separate process. */
  loadSettings?(): void;
  /** Lets root continue as the owner of the data folder. Only for a separate process. */
  actAsOwner?(dataDir: string): Promise<void>;
}

/** What every command is given. */
export interface Context extends Admin {
  env: Env;
  io: Io;
  databaseUrl: string;
  /** Why there is no database; only for commands that run without one. */
  databaseError: Error | undefined;
  /** Asks a question that depends on the data; --yes and --dry-run answer it. */
  confirm(question: string, isFinal?: boolean): Promise<void>;
  /** The time zone that --zone names. */
  zone: string | undefined;
}
