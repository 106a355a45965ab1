import { basePath } from '@recline/contract/call';

export interface StreamedEvent {
  event: string;
  data: Record<string, unknown>;
}

/** An open event stream; `received` grows as events come. */
export async function openEvents(url: string, token: string, query: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(`${url}${basePath}/events?${new URLSearchParams(query).toString()}`, {
    headers: token === '' ? {} : { 'access-token': token },
    signal: abort.signal,
  });
  const received: StreamedEvent[] = [];
  let ended = false;
  const reading = read(response, received).catch(() => {});
  void reading.then(() => {
    ended = true;
  });
  return {
    status: response.status,
    received,
    ended: () => ended,
    close: async () => {
      abort.abort();
      await reading;
    },
  };
}

async function read(response: Response, received: StreamedEvent[]): Promise<void> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString();
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event && data) received.push({ event, data: JSON.parse(data) as Record<string, unknown> });
    }
  }
}
