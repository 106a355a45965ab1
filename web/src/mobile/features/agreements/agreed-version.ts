import { config } from '../../../platform/config.ts';
import { optionalCall } from '../../../platform/optional-call.ts';
import { api } from '../../data/api.ts';

/**
 * The version of the agreements that a payer accepts. It comes with the page, or from the API if that is on another
 * server. Undefined if that server has no agreements.
 */
export async function agreedVersion(): Promise<string | undefined> {
  if (config.agreements !== '') return config.agreements;
  return optionalCall(
    'agreements.get',
    async () => (await api.agreements.get({}, { quiet: true })).version,
    () => undefined,
  );
}
