import type { Browser } from './browser.ts';

/** The browser behind a WebDriver: `send` sends one command, over HTTP or over Firefox's own connection. */
export interface WebDriver {
  version: string;
  goto(url: string): Promise<unknown>;
  execute(script: string): Promise<unknown>;
  perform(actions: object[]): Promise<unknown>;
  /** In base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

const pointer = (actions: object[]) => ({
  type: 'pointer',
  id: 'finger',
  parameters: { pointerType: 'mouse' },
  actions,
});
const keys = (text: string) => ({
  type: 'key',
  id: 'keys',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

export const browserOf = (driver: WebDriver): Browser => ({
  version: driver.version,
  goto: async (url) => void (await driver.goto(url)),
  evaluate: (expression) => driver.execute(`return (${expression});`),
  click: async (x, y) => {
    const at = { x: Math.round(x), y: Math.round(y) };
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await driver.perform([pointer([{ type: 'pointerMove', duration: 0, ...at }, ...press])]);
  },
  type: async (text) => void (await driver.perform([keys(text)])),
  picture: async () => Buffer.from(await driver.screenshot(), 'base64'),
  close: () => driver.close(),
});
