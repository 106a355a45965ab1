import type { ChairCard, ChairPageState } from '@recline/contract/chair-page';
import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { initLanguage } from '../../../platform/language-store.ts';
import { storedToken } from '../../data/token.ts';
import { answerCalls, mountHook, stayOnPage, until } from '../../testing/mount.tsx';
import { scannedChair } from '../session/index.ts';
import { useCard } from './use-card.ts';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await initLanguage('zh_CN', 'chairPage');
});

const noOrders = { orderId: null, unpaidOrderId: null, runningOrderId: null };
const card = (changed: Partial<ChairCard> = {}) =>
  ({ deviceId: 'A10001', state: 'free', freeAt: null, serverTime: null, ...noOrders, ...changed }) as ChairCard;
const ok = (data: object) => ({ code: 200, data });
const ofChair = (path: string) => path.endsWith('/data-centre/chair');

/** The page of a chair at that address, with what the server put into it. */
async function openPage(sent: Partial<ChairPageState>, search = '?deviceId=A10001') {
  const { href } = location;
  history.replaceState(null, '', search === '' ? location.pathname : search);
  onTestFinished(() => history.replaceState(null, '', href));
  const left = stayOnPage();
  const initial = { card: null, unknown: false, ...sent } as ChairPageState;
  return { left, ...(await mountHook(() => useCard(initial))) };
}

const online = () => window.dispatchEvent(new Event('online'));

describe('the card of a chair', () => {
  test('that came with the page is not fetched for a visitor, and again for somebody with a session', async () => {
    const asked = answerCalls(() => ok(card({ state: 'yours' })));
    const visitor = await openPage({ card: card() });
    expect(visitor.now()).toMatchObject({ card: { state: 'free' }, problem: null });
    expect(scannedChair.get()).toBe('A10001');
    visitor.unmount();
    expect(asked).toEqual([]);
    storedToken.set('mine');
    const guest = await openPage({ card: card() });
    await until(() => guest.now().card?.state === 'yours');
  });

  test('is fetched if it did not come with the page', async () => {
    answerCalls(() => ok(card({ state: 'inUse' })));
    const page = await openPage({});
    await until(() => page.now().card?.state === 'inUse');
  });

  test('stays while the network is lost, and changes when it is back', async () => {
    let answer: () => { code: number; data?: object } = () => {
      throw new TypeError('Failed to fetch');
    };
    answerCalls(() => answer());
    const page = await openPage({ card: card() });
    await page.now().refresh();
    await until(() => page.now().problem === 'network');
    expect(page.now().card?.state).toBe('free');
    expect(page.now().message).toBeUndefined();
    answer = () => ok(card({ state: 'inUse' }));
    online();
    await until(() => page.now().card?.state === 'inUse');
    expect(page.now().problem).toBeNull();
  });

  test('that the server fails to send leaves its message', async () => {
    answerCalls(() => ({ code: errors.internal.code, message: 'Try again later' }));
    const page = await openPage({});
    await until(() => page.now().message === 'Try again later');
    expect(page.now()).toMatchObject({ card: null, problem: 'network' });
  });

  test('is not replaced by an older answer that arrives later', async () => {
    const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()] as const;
    let asked = 0;
    answerCalls(async () => ok((await answers[asked++]?.promise) ?? card({ state: 'fault' })));
    const page = await openPage({ card: card() });
    const first = page.now().refresh();
    await until(() => asked === 1);
    const second = page.now().refresh();
    await until(() => asked === 2);
    answers[1].resolve(card({ state: 'inUse' }));
    await second;
    await until(() => page.now().card?.state === 'inUse');
    answers[0].resolve(card({ state: 'offline' }));
    await first;
    const shown = new Set<string | undefined>();
    await until(() => shown.add(page.now().card?.state).size > 0);
    await page.now().refresh();
    await until(() => shown.add(page.now().card?.state).has('fault'));
    expect([...shown]).toEqual(['inUse', 'fault']);
  });

  test('of a chair that does not exist is fetched once, and forgets the chair', async () => {
    scannedChair.set('A10001');
    const asked = answerCalls(() => ({ code: errors.unknownDevice.code }));
    const page = await openPage({});
    await until(() => page.now().problem === 'unknown');
    const before = asked.length;
    online();
    await page.now().refresh();
    expect(asked.length).toBe(before + 1);
    page.unmount();
    await openPage({ unknown: true });
    expect(scannedChair.get()).toBeNull();
  });

  test.each([
    ['', 'noChair'],
    ['?deviceId=', 'noChair'],
    ['?deviceId=https%3A%2F%2Felsewhere.example%2F', 'unknown'],
  ])('is not fetched for the address %j: %s', async (search, problem) => {
    const asked = answerCalls(() => ok(card()));
    const page = await openPage({}, search);
    await until(() => page.now().problem === problem);
    expect(asked).toEqual([]);
  });
});

describe('an order of the guest', () => {
  const order = (deviceId: string) => ({ orderId: '7', deviceId });

  test.each([
    ['A10001', 'can be paid'],
    ['B20002', 'is not paid'],
  ])('that is unpaid, on chair %s, %s here', async (deviceId, outcome) => {
    storedToken.set('mine');
    answerCalls((path) => ok(ofChair(path) ? card({ unpaidOrderId: '7' }) : order(deviceId)));
    const page = await openPage({});
    await until(() => page.now().card !== null);
    expect(page.now().unpaid).toEqual(outcome === 'can be paid' ? order('A10001') : null);
  });

  test('that is unpaid stays payable while the network is lost', async () => {
    storedToken.set('mine');
    let isLost = false;
    answerCalls((path) => {
      if (isLost) throw new TypeError('Failed to fetch');
      return ok(ofChair(path) ? card({ unpaidOrderId: '7' }) : order('A10001'));
    });
    const page = await openPage({});
    await until(() => page.now().unpaid !== null);
    isLost = true;
    await page.now().refresh();
    await until(() => page.now().problem === 'network');
    expect(page.now().unpaid).toEqual(order('A10001'));
  });

  test.each([
    ['?deviceId=A10001', [pageUrl(pages.countdown, { orderId: '7' })]],
    ['?deviceId=A10001&from=countdown', []],
  ])('that holds the chair leads from %s to %j', async (search, expected) => {
    storedToken.set('mine');
    answerCalls(() => ok(card({ orderId: '7', state: 'yours' })));
    const { now, left } = await openPage({}, search);
    await until(() => now().card?.state === 'yours' && left.length >= expected.length);
    expect([...new Set(left)]).toEqual(expected);
  });
});

describe('without a tap the card is fetched', () => {
  const second = 1000;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  /** The page of a chair with that card, and the calls that it makes. */
  async function follow(first: Partial<ChairCard>, next: () => { code: number; data?: object }) {
    const asked = answerCalls(next);
    const page = await openPage({ card: card(first) });
    expect(asked).toEqual([]);
    return { asked, page };
  }

  test('every half minute while the chair is free, and every ten seconds otherwise', async () => {
    const { asked, page } = await follow({}, () => ok(card({ state: 'inUse' })));
    await vi.advanceTimersByTimeAsync(25 * second);
    expect(asked.length).toBe(0);
    await vi.advanceTimersByTimeAsync(5 * second);
    await until(() => page.now().card?.state === 'inUse');
    expect(asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(10 * second);
    await until(() => asked.length === 2);
  });

  test('a second after the chair should be free, by the clock of the server', async () => {
    const serverTime = '2026-11-15T12:00:00.000Z';
    const freeAt = '2026-11-15T12:00:05.000Z';
    const { asked, page } = await follow({ state: 'inUse', serverTime, freeAt }, () => ok(card()));
    await vi.advanceTimersByTimeAsync(4 * second);
    expect(asked.length).toBe(0);
    await vi.advanceTimersByTimeAsync(2 * second);
    await until(() => page.now().card?.state === 'free');
    expect(asked.length).toBe(1);
  });

  test('more often while the network is lost', async () => {
    const { asked, page } = await follow({}, () => {
      throw new TypeError('Failed to fetch');
    });
    await vi.advanceTimersByTimeAsync(30 * second);
    await until(() => page.now().problem === 'network');
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(11 * second);
    await until(() => asked.length > before);
  });

  test('only by a page that is seen, and when it is seen again', async () => {
    const { asked, page } = await follow({}, () => ok(card({ state: 'inUse' })));
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => visibility.mockRestore());
    await vi.advanceTimersByTimeAsync(120 * second);
    online();
    expect(asked).toEqual([]);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await until(() => page.now().card?.state === 'inUse');
    page.unmount();
    const before = asked.length;
    online();
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(120 * second);
    expect(asked.length).toBe(before);
  });
});
