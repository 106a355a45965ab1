import type { FastifyRequest } from 'fastify';

/** Where uploaded files are stored. The browser posts them there directly, under a policy that we sign. */
export interface FileHost {
  /** The account and secret that policies are signed with. */
  accessId: string;
  secret(): Promise<string>;
  bucket?: string;
  /** The host's address as this caller reaches it, ending in a slash: a file is at address + key. */
  address(request: FastifyRequest): string;
  /** Where this caller can read a file until then. */
  signedUrl(key: string, request: FastifyRequest, until: Date): Promise<string>;
  /** The form's `callback` field, by which the host reports to us a file, and the address that asked for its policy. */
  callback(dir: string, address: string): Promise<string>;
  /** Deletes a file's bytes; a missing file is no error. */
  remove(file: { key: string; stored: string | null }): Promise<void>;
  /** Deletes bytes without a row, left by a crash. */
  removeOrphans(isKnown: (stored: string[]) => Promise<Set<string>>, before: Date): Promise<void>;
  /** Other origins that the web page needs to reach. */
  origins: string[];
}
