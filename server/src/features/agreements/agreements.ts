import type { agreements } from '@recline/contract/agreements';
import type { Language } from '@recline/contract/languages';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import { documentOf, versionOf } from './agreements.rules.ts';
import * as sql from './agreements.sql.ts';
import { readTexts } from './texts.ts';

interface AgreementDeps {
  pool: Pool;
  clock: Clock;
  /** The operator's own texts. */
  folder: string | undefined;
  servicePhone: string;
}

/** The occasion of a consent: a payment, or giving a mobile number. */
export type Occasion = 'payment' | 'number';

const files = { userAgreement: 'user-agreement', privacyNotice: 'privacy-notice' } as const;

/** The user agreement and the privacy notice, and who agreed to which version. */
export async function makeAgreements({ pool, clock, folder, servicePhone }: AgreementDeps) {
  const texts = await readTexts(folder);
  const version = versionOf(texts);

  /** Refuses a version that was never in force. An older one is fine: the page may have been open for a while. */
  async function requireVersion(agreed: string | undefined): Promise<void> {
    if (agreed === undefined || agreed === version) return;
    if (!(await sql.findVersion.maybe(pool, agreed))) throw fail('badRequest', { field: 'agreed' });
  }

  async function record(accountId: number, agreed: string | undefined, occasion: Occasion): Promise<void> {
    if (agreed !== undefined) await sql.insertConsent(pool, accountId, agreed, occasion, clock());
  }

  /** Accepts callers of any role; for managers it records nothing. */
  async function recordOf({ role, accountId }: Caller, agreed: string | undefined, occasion: Occasion): Promise<void> {
    if (role !== 'consumer') return;
    await requireVersion(agreed);
    await record(accountId, agreed, occasion);
  }

  const documentIn = (name: keyof typeof files, language: Language) =>
    documentOf(texts[files[name]][language], servicePhone);

  const handlers: HandlersOf<typeof agreements> = {
    get: async (_input, { language }) => ({
      version,
      userAgreement: documentIn('userAgreement', language),
      privacyNotice: documentIn('privacyNotice', language),
    }),
  };

  return {
    version,
    handlers,
    documentIn,
    requireVersion,
    record,
    recordOf,
    /** Keeps the texts of this version, as evidence of what was agreed to. */
    start: async () => void (await sql.insertAgreement(pool, version, JSON.stringify(texts), clock())),
  };
}

export type Agreements = Awaited<ReturnType<typeof makeAgreements>>;
