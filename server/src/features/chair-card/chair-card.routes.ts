import type { chairCard } from '@recline/contract/chair-card';
import type { FindCaller } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import { optionalCaller } from '../../platform/http/optional-caller.ts';
import type { ChairCard } from './chair-card.service.ts';

export const chairCardHandlers = (card: ChairCard, findCaller: FindCaller): HandlersOf<typeof chairCard> => ({
  get: async ({ deviceId }, { request }) =>
    card(deviceId, await optionalCaller(request, findCaller), request.headers['user-agent'] ?? ''),
});
