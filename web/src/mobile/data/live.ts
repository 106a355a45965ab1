import { makeOpenEvents } from '../../platform/event-stream.ts';
import { makeUseLive } from '../../platform/live.ts';
import { settings } from './api.ts';

export const useLive = makeUseLive(makeOpenEvents(settings));
