import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from './browser.ts';
import { findControlProblems } from './controls.ts';
import { retry } from './programs.ts';

const waitMs = 20_000;
const settleMs = 3_000;

interface Point {
  x: number;
  y: number;
}

/** A person with one browser: looks, taps and types. Each page that was looked at leaves a picture. */
export class Visit {
  readonly #browser: Browser;
  readonly #pictures: string;
  #count = 0;

  constructor(browser: Browser, pictures: string) {
    this.#browser = browser;
    this.#pictures = pictures;
  }

  open = (url: string) => this.#browser.goto(url);

  type = (text: string) => this.#browser.type(text);

  evaluate = (expression: string) => this.#browser.evaluate(expression);

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    await retry(async () => {
      if ((await this.#browser.evaluate(`Boolean(${expression})`).catch(() => false)) !== true) {
        throw new Error(`not within ${waitMs} ms, at ${await this.#where()}: ${expression}`);
      }
    }, waitMs);
  }

  /** Taps what a selector finds, with the text if one is given, at its centre, wherever that leads. */
  async tap(selector: string, text = ''): Promise<void> {
    const found = `(function () {
      var all = [].slice.call(document.querySelectorAll(${JSON.stringify(selector)})).filter(function (element) {
        var box = element.getBoundingClientRect();
        var said = (element.innerText || '') + (element.getAttribute('aria-label') || '');
        return box.width > 0 && box.height > 0 && said.indexOf(${JSON.stringify(text)}) >= 0;
      });
      if (!all.length || all[0].getAttribute('aria-busy') === 'true' || all[0].disabled) return null;
      all[0].scrollIntoView({ block: 'center' });
      var box = all[0].getBoundingClientRect();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    })()`;
    const { x, y } = await retry(async () => {
      const before = (await this.#browser.evaluate(found).catch(() => null)) as Point | null;
      const after = (await this.#browser.evaluate(found).catch(() => null)) as Point | null;
      // Elements that still move are not tapped yet.
      if (after && before?.x === after.x && before.y === after.y) return after;
      throw new Error(`nothing to tap at ${await this.#where()}: ${selector} ${text}`);
    }, waitMs);
    await this.#browser.click(x, y);
  }

  /** A picture of the page, and nothing wrong with its controls. */
  async look(name: string): Promise<void> {
    await this.until('!document.querySelector("#app [class*=skeleton]")');
    // Elements that still slide in are checked again.
    await retry(async () => {
      const problems = (await this.#browser.evaluate(findControlProblems)) as string[];
      if (problems.length > 0) throw new Error([`${name}:`, ...problems].join('\n'));
    }, settleMs);
    await this.picture(name);
  }

  async picture(name: string): Promise<void> {
    this.#count += 1;
    await writeFile(join(this.#pictures, `${this.#count} ${name}.png`), await this.#browser.picture());
  }

  #where = async () => String(await this.#browser.evaluate('location.pathname').catch(() => 'no page'));
}
