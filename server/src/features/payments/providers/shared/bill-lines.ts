import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';

/** The lines of a text that arrives in chunks, without their ends. A byte order mark is dropped. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield withoutReturn(line);
  }
  rest += decoder.decode();
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** The contents of a zip file's entries as it arrives, one after the other, with a line end after each. */
export async function* unzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const open = new Set<UnzipFile>();
  let entries = 0;
  const unzip = new Unzip((file) => {
    entries += 1;
    open.add(file);
    file.ondata = (error, data, final) => {
      if (error) throw error;
      ready.push(data);
      if (!final) return;
      open.delete(file);
      ready.push(Buffer.from('\n'));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of chunks) {
    unzip.push(chunk);
    yield* ready;
    ready = [];
  }
  unzip.push(new Uint8Array(0), true);
  yield* ready;
  if (entries === 0 || open.size > 0) throw new Error('the zip file is damaged or cut off');
}
