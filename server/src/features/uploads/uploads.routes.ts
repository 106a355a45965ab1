import type { uploads as calls } from '@recline/contract/uploads';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Uploads } from './uploads.service.ts';

export const uploadHandlers = (uploads: Uploads): HandlersOf<typeof calls> => ({
  policy: ({ dir }, { caller, address, request }) => uploads.policy(caller, dir, address, request),
  remove: async ({ url }, { caller, request }) => {
    await uploads.remove(caller, url, request);
    return null;
  },
  origins: async (_input, { request }) => ({ origins: uploads.origins(request) }),
});
