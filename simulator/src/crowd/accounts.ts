import { readFile, rename, writeFile } from 'node:fs/promises';
import { session } from '@recline/contract/session';
import { z } from 'zod';
import { CallRefused, logIn, type Phone } from './phone.ts';
import type { CrowdPlace } from './places.ts';

/** The sessions of the crowd, stored in a file, so that a later start creates no new accounts. */

const kept = z.object({ guests: z.array(z.string()), counters: z.record(z.string(), z.string()) });

export interface Accounts {
  /** The token of a guest who is not at a chair; returned when the guest leaves. */
  takeGuest(): Promise<string>;
  giveBack(token: string): void;
  /** The token of the manager at a counter. */
  counterOf(place: CrowdPlace): Promise<string>;
  /** Forgets a session that the server no longer knows. */
  drop(token: string): void;
  save(): Promise<void>;
}

export async function makeAccounts(phone: Phone, file: string): Promise<Accounts> {
  const { guests, counters } = await read(file);
  const free = new Set(guests);
  const all = new Set(guests);
  const loggingIn = new Map<string, Promise<string>>();
  return {
    async takeGuest() {
      const [known] = free;
      if (known !== undefined) {
        free.delete(known);
        return known;
      }
      const { accessToken } = await phone.call(session.guest, {});
      all.add(accessToken);
      return accessToken;
    },
    giveBack: (token) => void (all.has(token) && free.add(token)),
    counterOf({ counter: { account, password } }) {
      const known = counters[account];
      if (known !== undefined) return Promise.resolve(known);
      const pending = loggingIn.get(account) ?? logIn(phone, account, password);
      loggingIn.set(account, pending);
      return pending
        .then((token) => {
          counters[account] = token;
          return token;
        })
        .finally(() => loggingIn.delete(account));
    },
    drop(token) {
      all.delete(token);
      free.delete(token);
      for (const [account, known] of Object.entries(counters)) if (known === token) delete counters[account];
    },
    async save() {
      const text = JSON.stringify({ guests: [...all], counters } satisfies z.output<typeof kept>);
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}

/** Empty if the file is missing or unreadable; then new sessions are created. */
async function read(file: string): Promise<z.output<typeof kept>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const found = kept.safeParse(JSON.parse(text));
  return found.success ? found.data : { guests: [], counters: {} };
}

/** Whether the server no longer knows the session. */
export const isSessionLost = (error: unknown): boolean =>
  error instanceof CallRefused && [401, 20109, 30107].includes(error.code);
