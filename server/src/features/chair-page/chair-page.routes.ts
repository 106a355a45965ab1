import type { chairPage, FreeChair } from '@recline/contract/chair-page';
import type { FindCaller } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import { optionalCaller } from '../../platform/http/optional-caller.ts';
import { keepSession } from '../session/index.ts';
import type { ChairPage } from './chair-page.service.ts';

/** Called with the chair whose page is opened and the user agent. */
export type OnOpened = ((deviceId: string, userAgent: string) => void) | undefined;

interface ChairPageHandlerDeps {
  card: ChairPage;
  freeChairs(deviceId: string, address: string): Promise<FreeChair[]>;
  findCaller: FindCaller;
  onOpened: OnOpened;
}

export const chairPageHandlers = ({
  card,
  freeChairs,
  findCaller,
  onOpened,
}: ChairPageHandlerDeps): HandlersOf<typeof chairPage> => ({
  async get({ deviceId }, { request, reply }) {
    const userAgent = request.headers['user-agent'] ?? '';
    onOpened?.(deviceId, userAgent);
    const caller = await optionalCaller(request, findCaller);
    keepSession(request, reply, caller);
    return card(deviceId, caller, userAgent);
  },
  freeChairs: async ({ deviceId }, { address }) => ({ rows: await freeChairs(deviceId, address) }),
});
