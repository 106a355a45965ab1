import { errors } from '@recline/contract/errors';
import { api } from '../../platform/api.ts';
import { hasCode } from '../../platform/api-error.ts';
import { config } from '../../platform/config.ts';

/**
 * The version of the agreements that a page asks to accept: that of the server which sent the page. Where the API is
 * another server's, that one is asked; undefined where it has no agreements.
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
