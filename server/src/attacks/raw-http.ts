import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** The HTTP statuses of the answers that a connection received. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));

interface Reading {
  /** Stops once the last of the expected answers begins. */
  answers?: number;
  /** The client's own address. */
  from?: string;
}

/** The answers to these bytes, until the other side closes the connection. */
export async function answerTo(url: string, bytes: string, reading: Reading = {}): Promise<string> {
  const { answers = Number.POSITIVE_INFINITY, from } = reading;
  const socket = await openSocket(url, from);
  socket.write(Buffer.from(bytes, 'latin1'));
  let text = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (statusesIn(text).length >= answers) resolve();
    });
    socket.on('close', () => resolve());
  });
  socket.destroy();
  return text;
}

export async function openSocket(url: string, localAddress?: string): Promise<Socket> {
  const { protocol, hostname: host, port } = new URL(url);
  const to = { host, port: Number(port), localAddress };
  const secure = protocol === 'https:';
  const socket = secure ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  socket.on('error', () => {}); // a reset is a refusal too
  await once(socket, secure ? 'secureConnect' : 'connect');
  return socket;
}
