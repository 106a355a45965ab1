import { join } from 'node:path';
import type { Browser } from './browser.ts';
import { end, freePort, retry, type Screen, start } from './programs.ts';

/** Old Chromium, as QtWebEngine has it, by its debugging port. */

type Send = (method: string, parameters?: object) => Promise<Record<string, unknown>>;
interface Message {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

async function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  socket.addEventListener('open', () => resolve(socket));
  socket.addEventListener('error', () => reject(new Error(`no answer at ${url}`)));
  return promise;
}

function senderOf(socket: WebSocket): Send {
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let last = 0;
  return (method, params = {}) => {
    last += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(last, ({ result = {}, error }) =>
      error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
    );
    socket.send(JSON.stringify({ id: last, method, params }));
    return promise;
  };
}

/** The page's connection; another site may get another process, and with it another page. */
async function pageOf(port: number): Promise<Send> {
  const pages = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const [page] = pages;
  if (!page) throw new Error('the browser has no page');
  return senderOf(await opened(page.webSocketDebuggerUrl));
}

async function evaluate(send: Send, expression: string): Promise<unknown> {
  const answer = await send('Runtime.evaluate', { expression, returnByValue: true });
  if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
  return (answer.result as { value?: unknown }).value;
}

/** Qt 5 looks for a display even when it draws nothing. */
export async function startChromium(python: string, qt: '5' | '6', screen: Screen): Promise<Browser> {
  const port = await freePort();
  const program = start(python, [join(import.meta.dirname, 'qt-web-engine.py'), qt], {
    DISPLAY: screen.display,
    QT_QPA_PLATFORM: 'offscreen',
    QTWEBENGINE_DISABLE_SANDBOX: '1',
    QTWEBENGINE_CHROMIUM_FLAGS: '--disable-gpu',
    QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${port}`,
  });
  const stop = () => {
    end(program);
    end(screen.program);
  };
  try {
    const send = await retry(() => pageOf(port));
    const agent = String(await evaluate(send, 'navigator.userAgent'));
    return {
      version: agent.match(/Chrome\/\d+/)?.[0].replace('Chrome/', 'Chromium ') ?? agent,
      goto: async (url) => void (await send('Page.navigate', { url })),
      evaluate: (expression) => evaluate(send, expression),
      click: async (x, y) => {
        for (const type of ['mousePressed', 'mouseReleased'])
          await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
      },
      type: async (text) => void (await send('Input.insertText', { text })),
      picture: async () => Buffer.from(String((await send('Page.captureScreenshot')).data), 'base64'),
      close: async () => stop(),
    };
  } catch (error) {
    stop();
    throw error;
  }
}
