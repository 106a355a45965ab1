import { currentTexts } from '../../platform/language-store.ts';
import { makeQueryClient } from '../../platform/query-client.ts';

export const queryClient = makeQueryClient(() => currentTexts().common.unknown);
