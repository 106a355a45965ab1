import type { Browser } from './browser.ts';
import { end, freePort, retry, type Screen, start } from './programs.ts';
import { browserOf } from './web-driver.ts';

/** WebKit by the W3C's WebDriver, which is JSON over HTTP. */

interface Answer {
  value: unknown;
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

interface Session {
  sessionId: string;
  capabilities: { browserName: string; browserVersion: string };
}

/** `options` name the program that the driver starts. */
export async function startWebKit(driver: string, options: Record<string, object>, screen?: Screen): Promise<Browser> {
  const port = await freePort();
  const program = start(driver, [`--port=${port}`], screen && { DISPLAY: screen.display });
  const stop = () => {
    end(program);
    if (screen) end(screen.program);
  };
  const base = `http://127.0.0.1:${port}/session`;
  try {
    const capabilities = { alwaysMatch: options };
    const session = (await retry(() => call('POST', base, { capabilities }))) as Session;
    const at = `${base}/${session.sessionId}`;
    const { browserName, browserVersion } = session.capabilities;
    // A phone's width, or the least that the window can have; a program without windows keeps its own.
    await call('POST', `${at}/window/rect`, { width: 390, height: 844 });
    return browserOf({
      version: `${browserName} ${browserVersion}`,
      goto: (url) => call('POST', `${at}/url`, { url }),
      execute: (script) => call('POST', `${at}/execute/sync`, { script, args: [] }),
      perform: (actions) => call('POST', `${at}/actions`, { actions }),
      screenshot: async () => (await call('GET', `${at}/screenshot`)) as string,
      close: async () => {
        await call('DELETE', at).catch(() => undefined);
        stop();
      },
    });
  } catch (error) {
    stop();
    throw error;
  }
}
