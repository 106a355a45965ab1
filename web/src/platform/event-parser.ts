export interface ServerSentEvent {
  name: string;
  data: string;
}

/** Reads a stream of server-sent events as it arrives, in pieces of any size. */
export function makeEventParser(onEvent: (event: ServerSentEvent) => void): (piece: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') name = value ?? '';
    if (field === 'data') data.push(value ?? '');
  }

  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  };
}
