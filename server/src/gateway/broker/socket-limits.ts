import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '@recline/contract/limits';
import { frameLimit, rateLimit } from './frames.ts';

const frameBytes = 8 * limits.chairMessageBytes;
/** A chair sends a few messages a minute, and replays at most five a second. */
export const framesASecond = 1_000;
export const framesAtOnce = 5_000;
const maxUnreadBytes = 256 * 1024;

/** Closes a connection that sends a frame too large, or too many. */
export function refuseTooMuch(socket: Socket, refused: () => void): void {
  const fits = frameLimit(frameBytes, rateLimit(framesASecond, framesAtOnce, Date.now));
  readAll(socket);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || fits(chunk)) return chunk;
    refused();
    socket.destroy();
    return null;
  };
}

/**
 * Closes connections whose peer does not read: those with too much unread, and those whose buffer is full twice in a
 * row. Deliveries that wait for such a buffer would pile up in memory.
 */
export function closeSlowReaders(sockets: ReadonlySet<Socket>, onClose: (why: string) => void): () => void {
  let fullBefore = new Set<Socket>();
  const timer = setInterval(() => {
    const full = new Set<Socket>();
    for (const socket of sockets) {
      if (socket.writableNeedDrain) full.add(socket);
      const isTooMuch = socket.writableLength > maxUnreadBytes;
      if (!isTooMuch && !(full.has(socket) && fullBefore.has(socket))) continue;
      onClose(isTooMuch ? `more than ${maxUnreadBytes} bytes unread` : 'a full buffer that is not read');
      socket.destroy();
    }
    fullBefore = full;
  }, 500).unref();
  return () => clearInterval(timer);
}

/**
 * Makes `read()` return everything that is buffered. Since Node 26 it returns one chunk, and the broker reads again
 * only when more bytes arrive: a packet in several chunks would never be answered.
 */
export function readAll(stream: Duplex): void {
  const read = stream.read.bind(stream);
  stream.read = (size?: number | null) => {
    if (typeof size === 'number') return read(size);
    const chunks: Buffer[] = [];
    for (let chunk: Buffer | null = read(); chunk !== null; chunk = read()) chunks.push(chunk);
    return chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? null);
  };
}
