import { once } from 'node:events';
import { connect } from 'node:tls';

/** HTTP/2 as bytes: what a client library would refuse to send. */

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, goAway: 7 };
const endStream = 1;
const endHeaders = 4;
const stream = 1;

function frame(type: number, flags: number, streamId: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** A string of HPACK without Huffman coding; its length is an integer with a prefix of 7 bits. */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const head: number[] = [];
  if (bytes.length < 127) head.push(bytes.length);
  else {
    head.push(127);
    let left = bytes.length - 127;
    for (; left >= 128; left >>= 7) head.push((left & 127) | 128);
    head.push(left);
  }
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** A header field that neither side adds to its table. */
const field = ([name, value]: readonly [string, string]) =>
  Buffer.concat([Buffer.from([0]), literal(name), literal(value)]);

/** Sends one request, and resolves when it was answered, or its stream or connection ended. */
export async function sendHttp2(
  url: string,
  headers: readonly (readonly [string, string])[],
  body: string,
): Promise<void> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  await once(socket, 'secureConnect');
  if (socket.alpnProtocol !== 'h2') throw new Error('no HTTP/2');
  socket.write(
    Buffer.concat([
      Buffer.from(preface),
      frame(frameTypes.settings, 0, 0),
      frame(frameTypes.headers, endHeaders, stream, Buffer.concat(headers.map(field))),
      frame(frameTypes.data, endStream, stream, Buffer.from(body, 'latin1')),
    ]),
  );
  let heard: Buffer = Buffer.alloc(0);
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      if (hasEnded(heard)) resolve();
    });
    socket.on('error', () => {}); // a reset is a refusal too
    socket.on('close', () => resolve());
  });
  socket.destroy();
}

function hasEnded(heard: Buffer): boolean {
  for (let at = 0; at + 9 <= heard.length; at += 9 + heard.readUIntBE(at, 3)) {
    const [type = 0, flags = 0] = heard.subarray(at + 3, at + 5);
    if (type === frameTypes.reset || type === frameTypes.goAway) return true;
    if ((type === frameTypes.data || type === frameTypes.headers) && (flags & endStream) !== 0) return true;
  }
  return false;
}
