import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';

/** Where uploaded files are stored. The browser posts them there directly, under a policy that we sign. */
export interface FileHost {
  /** The account and secret that policies are signed with. */
  accessId: string;
  secret(): Promise<string>;
  bucket?: string;
  /** Given where the host takes a video in parts of this size, so that one that was cut off goes on. */
  partBytes?: number;
  /** The host's address as this caller reaches it, ending in a slash: the URL of a file is address + key. */
  address(request: FastifyRequest): string;
  /** The URL at which this caller can read a file until then. */
  signedUrl(key: string, request: FastifyRequest, until: Date): Promise<string>;
  /**
   * The form's `callback` field, by which the host reports a file to us, with the address that requested its policy.
   */
  callback(dir: string, address: string): Promise<string>;
  /** Deletes a file's bytes; a missing file is no error. */
  remove(file: { key: string; stored: string | null }): Promise<void>;
  /** Deletes bytes without a row, left by a crash. */
  removeOrphans(isKnown: (stored: string[]) => Promise<Set<string>>, before: Date): Promise<void>;
  /** Other origins that the web page needs to reach. */
  origins: string[];
}

export interface UploadDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  host: FileHost;
  /** How many bytes one account may keep. */
  quota: number;
  /** Whether the account ever had an order that was paid or started. */
  hasOrder(db: Db, accountId: number): Promise<boolean>;
}
