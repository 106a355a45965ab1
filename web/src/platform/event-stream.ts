import type { Contract } from '@recline/contract';
import type { SentInputOf } from '@recline/contract/call';
import { streamPath } from '@recline/contract/values';
import { endsSession, readAnswer } from './answer.ts';
import { type ClientSettings, openStream } from './api-client.ts';
import { ApiError } from './api-error.ts';

/**
 * Opens the event stream of everything that the caller may see. A refusal because the session has ended is reported.
 */
export type OpenEvents = (input: SentInputOf<Contract['events']['stream']>, signal: AbortSignal) => Promise<Response>;

export const makeOpenEvents =
  (settings: ClientSettings): OpenEvents =>
  async (input, signal) => {
    const response = await openStream(streamPath, input, settings, signal);
    if (!isStream(response)) reportEndedSession(response, await response.json().catch(() => null), settings);
    return response;
  };

export const isStream = (response: Response): boolean =>
  response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream');

function reportEndedSession(response: Response, answer: unknown, { messages, onError }: ClientSettings): void {
  try {
    readAnswer(response, answer, messages());
  } catch (error) {
    if (error instanceof ApiError && endsSession(error)) onError(error);
  }
}
