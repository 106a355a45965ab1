import type { FastifyRequest } from 'fastify';

/** Who keeps the uploaded files. The browser posts them straight to it, under a policy that we sign. */
export interface FileHost {
  /** The account and secret that policies are signed with. */
  accessId: string;
  secret(): Promise<string>;
  bucket?: string;
  /** The host's address as this caller reaches it, ending in a slash: a file is at address + key. */
  address(request: FastifyRequest): string;
  /** What the form's `callback` must say, so that we hear of a file that went up elsewhere. */
  callback(dir: string): Promise<string>;
  /** Deletes a file's bytes; one that is gone already is no error. */
  remove(file: { key: string; stored: string | null }): Promise<void>;
  /** Deletes bytes that no row speaks of, left by a crash. */
  removeOrphans(isKnown: (stored: string[]) => Promise<Set<string>>, before: Date): Promise<void>;
  /** Origins other than our own that the web page must be let talk to. */
  origins: string[];
}
