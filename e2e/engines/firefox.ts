import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from './browser.ts';
import { end, freePort, retry, start } from './programs.ts';
import { browserOf } from './web-driver.ts';

/** Firefox by Marionette, its own form of WebDriver: JSON lists over TCP, each with its length before it. */

type Reply = [type: number, id: number, error: { message: string } | null, value: unknown];
type Send = (name: string, parameters?: object) => Promise<unknown>;

const opened = (port: number): Promise<Socket> => {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(socket));
  socket.once('error', reject);
  return promise;
};

/** Calls `take` with each message, in order. */
function readMessages(socket: Socket, take: (text: string) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const colon = buffer.indexOf(':');
      const length = colon < 0 ? Number.NaN : Number(buffer.toString('latin1', 0, colon));
      if (!(buffer.length >= colon + 1 + length)) return;
      take(buffer.toString('utf8', colon + 1, colon + 1 + length));
      buffer = buffer.subarray(colon + 1 + length);
    }
  });
}

function senderOf(socket: Socket): Send {
  const waiting = new Map<number, (reply: Reply) => void>();
  readMessages(socket, (text) => {
    const reply = JSON.parse(text) as Reply; // the greeting is no list: it has no id
    if (Array.isArray(reply)) waiting.get(reply[1])?.(reply);
  });
  let last = 0;
  return (name, parameters = {}) => {
    last += 1;
    const id = last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, ([, , error, value]) => (error ? reject(new Error(`${name}: ${error.message}`)) : resolve(value)));
    const text = JSON.stringify([0, id, `WebDriver:${name}`, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return promise;
  };
}

const unwrap = async (answer: Promise<unknown>) => ((await answer) as { value: unknown }).value;

export async function startFirefox(program: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'recline-firefox-'));
  const port = await freePort();
  await writeFile(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const firefox = start(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    HOME: profile,
  });
  const close = async () => {
    end(firefox);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const socket = await retry(() => opened(port));
    socket.on('error', () => {}); // it is gone when Firefox ends
    const send = senderOf(socket);
    const session = (await send('NewSession', {})) as { capabilities: { browserVersion: string } };
    await send('SetWindowRect', { width: 390, height: 844 });
    return browserOf({
      version: `Firefox ${session.capabilities.browserVersion}`,
      goto: (url) => send('Navigate', { url }),
      execute: (script) => unwrap(send('ExecuteScript', { script, args: [] })),
      perform: (actions) => send('PerformActions', { actions }),
      screenshot: async () => (await unwrap(send('TakeScreenshot', { full: false }))) as string,
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}
