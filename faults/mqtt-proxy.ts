import { connect, createServer, type Socket } from 'node:net';
import type { Random } from '../server/src/demo/random.ts';

/** What happens to each message between the chairs and the broker. */
export interface NetworkConditions {
  /** Milliseconds that every message takes. */
  delay: number;
  /** The probability that a message is repeated, and that it is reordered with the next. */
  repeat: number;
  swap: number;
  /** Messages in this direction are dropped. TCP loses nothing within a connection, so it is cut afterwards. */
  swallow: Direction | undefined;
}

type Direction = 'up' | 'down';

export const goodNetwork: NetworkConditions = { delay: 0, repeat: 0, swap: 0, swallow: undefined };

export interface MqttProxy {
  url: string;
  network: NetworkConditions;
  /** The random numbers of the current schedule. */
  random: Random;
  /** The broker's current address; undefined while there is none. */
  target: number | undefined;
  counts: { cut: number; delayed: number; repeated: number; swapped: number; swallowed: number };
  /** Breaks the connection of one chair, or of all. */
  cut(deviceId?: string): void;
  /** Breaks the connections that lost a message. */
  cutLossy(): void;
  stop(): Promise<void>;
}

interface Link {
  deviceId: string;
  lossy: boolean;
  ends: [Socket, Socket];
}

const publish = 3;
const connectPacket = 1;
const duplicate = 0x08;
/** A message is held back for this long to be reordered. */
const maxHoldMs = 40;

/** A proxy between the chairs and the broker that splits the stream into messages. */
export async function startMqttProxy(random: Random): Promise<MqttProxy> {
  const links = new Set<Link>();
  const end = (link: Link) => {
    for (const socket of link.ends) socket.destroy();
    if (links.delete(link)) proxy.counts.cut += 1;
  };
  const server = createServer((near) => {
    if (proxy.target === undefined) return void near.destroy();
    const far = connect(proxy.target, '127.0.0.1');
    const link: Link = { deviceId: '', lossy: false, ends: [near, far] };
    links.add(link);
    for (const socket of link.ends) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        for (const other of link.ends) other.destroy();
        links.delete(link);
      });
    }
    relay(proxy, link, 'up', near, far);
    relay(proxy, link, 'down', far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const proxy: MqttProxy = {
    url: `mqtt://127.0.0.1:${port}`,
    network: { ...goodNetwork },
    random,
    target: undefined,
    counts: { cut: 0, delayed: 0, repeated: 0, swapped: 0, swallowed: 0 },
    cut(deviceId) {
      for (const link of [...links]) if (deviceId === undefined || link.deviceId === deviceId) end(link);
    },
    cutLossy() {
      for (const link of [...links]) if (link.lossy) end(link);
    },
    async stop() {
      for (const link of links) for (const socket of link.ends) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

function relay(proxy: MqttProxy, link: Link, direction: Direction, from: Socket, to: Socket): void {
  const { counts } = proxy;
  let held: Buffer | undefined;
  const idle: Promise<void> = Promise.resolve();
  let behind = idle;
  const write = (frame: Buffer) => void (to.writable && to.write(frame));
  const release = () => {
    if (held) write(held);
    held = undefined;
  };

  /** Forwards one message. */
  const pass = (frame: Buffer) => {
    const { network, random } = proxy;
    const type = (frame[0] ?? 0) >> 4;
    if (type === connectPacket) link.deviceId = clientIdOf(frame);
    if (network.swallow === direction && type !== connectPacket) {
      counts.swallowed += 1;
      link.lossy = true;
      return;
    }
    if (type !== publish) return write(frame);
    if (held === undefined && random.number() < network.swap) {
      held = frame;
      counts.swapped += 1;
      setTimeout(release, maxHoldMs).unref();
      return;
    }
    write(frame);
    release();
    if (random.number() < network.repeat) {
      counts.repeated += 1;
      write(asDuplicate(frame));
    }
  };

  from.on(
    'data',
    splitFrames((frame) => {
      const { delay } = proxy.network;
      if (delay === 0 && behind === idle) return pass(frame);
      counts.delayed += 1;
      const turn = Promise.all([behind, new Promise((resolve) => setTimeout(resolve, delay))]).then(() => pass(frame));
      behind = turn;
      void turn.then(() => {
        if (behind === turn) behind = idle;
      });
    }),
  );
}

/** Splits a stream into MQTT packets. */
export function splitFrames(take: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let size = frameSize(rest); size !== undefined && size <= rest.length; size = frameSize(rest)) {
      take(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  };
}

/** The length of the packet that begins here, or undefined while its head is not complete. */
function frameSize(bytes: Buffer): number | undefined {
  let length = 0;
  for (let index = 1; index <= 4; index += 1) {
    const byte = bytes[index];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** (index - 1);
    if ((byte & 0x80) === 0) return index + 1 + length;
  }
  throw new Error('not MQTT');
}

/** Past the fixed head: protocol name, level, flags and keep-alive, then the client's id. */
function clientIdOf(frame: Buffer): string {
  let position = 1;
  while (((frame[position] ?? 0) & 0x80) !== 0) position += 1;
  position += 1;
  position += 2 + frame.readUInt16BE(position) + 4;
  return frame.toString('utf8', position + 2, position + 2 + frame.readUInt16BE(position));
}

function asDuplicate(frame: Buffer): Buffer {
  const copy = Buffer.from(frame);
  copy[0] = (copy[0] ?? 0) | duplicate;
  return copy;
}
