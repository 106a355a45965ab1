import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';

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
