import { errors } from '@recline/contract/errors';
import { api } from '../../platform/api.ts';
import { hasCode } from '../../platform/api-error.ts';
import { config } from '../../platform/config.ts';

/**
 * The version of the agreements that a payer accepts. It comes with the page, or from the API where that is on another
 * server. Undefined if that server has no agreements.
 */
export async function agreedVersion(): Promise<string | undefined> {
  if (config.agreements !== '') return config.agreements;
  try {
    return (await api.agreements.get({}, { quiet: true })).version;
  } catch (error) {
    if (hasCode(error, errors.notFound.code)) return undefined;
    throw error;
  }
}
