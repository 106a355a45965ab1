import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Log } from '../../../../platform/log.ts';
import { decrypt, encrypted } from './decrypt.ts';
import { errorOf } from './errors.ts';
import { signedHeaders, whyForged } from './signature.ts';
import { send, type TransportDeps } from './transport.ts';

/** Certificates are asked for at most this often: a forged notice must not make us call WeChat. */
const downloadEveryMs = 10 * 60_000;
/** Ids of public keys begin so; those are never downloaded. */
const publicKeyPrefix = 'PUB_KEY_ID_';

const certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), expire_time: z.string(), encrypt_certificate: encrypted })),
});

export interface PlatformKeys {
  keyOf(serial: string): Promise<KeyObject | undefined>;
}

/** WeChat's keys by serial: those of the settings, and certificates that are downloaded when an unknown one appears. */
export function makePlatformKeys(deps: TransportDeps & { log: Log }): PlatformKeys {
  const { settings, clock, log } = deps;
  const known = new Map(settings.platformKeys);
  let nextAt = 0;

  async function refresh(): Promise<void> {
    if (clock().getTime() < nextAt) return;
    nextAt = clock().getTime() + downloadEveryMs;
    try {
      for (const [serial, key] of await downloadKeys(deps)) known.set(serial, key);
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'WeChat gave no platform certificates');
    }
  }

  return {
    async keyOf(serial) {
      if (!known.has(serial) && !serial.startsWith(publicKeyPrefix)) await refresh();
      return known.get(serial);
    },
  };
}

/** The certificates are encrypted with the APIv3 key, so that one of them may itself prove the answer. */
async function downloadKeys(deps: TransportDeps): Promise<Map<string, KeyObject>> {
  const { settings, clock } = deps;
  const answer = await send(deps, { method: 'GET', target: '/v3/certificates' });
  if (answer.status !== 200) throw errorOf(answer.status, answer.body);
  const { data } = certificates.parse(JSON.parse(answer.body.toString()));
  const valid = data.filter((certificate) => new Date(certificate.expire_time) > clock());
  const keys = new Map(
    valid.map((one) => [one.serial_no, createPublicKey(decrypt(settings.apiV3Key, one.encrypt_certificate))]),
  );
  const headers = signedHeaders((name) => answer.headers.get(name) ?? undefined);
  const why = headers
    ? whyForged(headers, answer.body, keys.get(headers.serial) ?? settings.platformKeys.get(headers.serial), clock())
    : 'it is not signed';
  if (why) throw new Error(`the list of certificates is not WeChat's: ${why}`);
  return keys;
}
