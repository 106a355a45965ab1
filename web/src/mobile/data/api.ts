import { makeApi, makePostForm } from '../../platform/api.ts';
import type { ClientSettings } from '../../platform/api-client.ts';
import type { ApiError } from '../../platform/api-error.ts';
import { config } from '../../platform/config.ts';
import { language } from '../../platform/language.ts';
import { currentTexts } from '../../platform/language-store.ts';
import { timezoneOffset } from '../../platform/system-info.ts';
import { storedToken } from './token.ts';

let listener: (error: ApiError) => void = () => {};

/** Sets the handler of errors that affect the whole app: ended sessions, a lost network. */
export const onApiError = (act: (error: ApiError) => void) => {
  listener = act;
};

export const settings: ClientSettings = {
  baseUrl: config.baseUrl,
  language,
  token: storedToken.get,
  timezoneOffset,
  messages: () => currentTexts().common,
  onError: (error) => listener(error),
};

export const api = makeApi(settings);
export const postForm = makePostForm(settings);
