import type { Chair } from '../chair.ts';
import { type Accounts, isSessionLost, makeAccounts } from './accounts.ts';
import { answerComplaints, refundOrder, sellForCash } from './counter.ts';
import { leaving, visitChair } from './guest.ts';
import { between, makePace, type Pace, pick, weighted } from './pace.ts';
import { makePhone, type Phone } from './phone.ts';
import type { CrowdPlace, PayBy } from './places.ts';
import { breakChairs, loseNetworks } from './troubles.ts';

export interface CrowdOptions {
  /** The address of the server. */
  url: string;
  /**
   * The address that the crowd calls from, so that it does not use up the limits of real people; undefined if there is
   * only one.
   */
  localAddress?: string | undefined;
  places: readonly CrowdPlace[];
  /** The user agents of its guests and managers. */
  app: string;
  chairs: ReadonlyMap<string, Chair>;
  /** Whether a person has opened a chair's page; such chairs are avoided. */
  isLeftAlone(deviceId: string): boolean;
  /** An order whose refund is requested at the beginning, and its place. */
  refundToAsk?: { orderId: string; place: string } | undefined;
  /** Stores the sessions for the next start. */
  sessionsFile: string;
  /** Seconds of the crowd in one real second. */
  speed?: number;
  onError(error: unknown): void;
}

export interface Crowd {
  stop(): Promise<void>;
}

/** How often arrivals are drawn, in the crowd's seconds, and how often sessions are stored. */
const decideEverySeconds = 20;
const saveEverySeconds = 600;
const answerEverySeconds = 900;
const maxAtOnce = 400;

interface Scene extends Pick<CrowdOptions, 'places' | 'app' | 'chairs' | 'isLeftAlone' | 'onError'> {
  phone: Phone;
  accounts: Accounts;
  pace: Pace;
  /** The chairs in which guests of the crowd sit, with their orders. */
  sitting: Map<string, string>;
  /** Visits in progress. */
  under: Set<Promise<void>>;
}

/** Simulated guests and managers who use the real calls, at the rhythm of each place, until stopped. */
export async function startCrowd(options: CrowdOptions): Promise<Crowd> {
  const { url, app, localAddress, sessionsFile, speed = 1, onError } = options;
  const home = new AbortController();
  const pace = makePace(speed, home.signal);
  const phone = makePhone(url, app, localAddress);
  const accounts = await makeAccounts(phone, sessionsFile);
  const scene: Scene = { ...options, phone, pace, accounts, sitting: new Map(), under: new Set() };
  const { refundToAsk } = options;
  if (refundToAsk) await attempt(scene, () => askForRefund(scene, refundToAsk));
  const endless = [
    letPeopleCome(scene),
    loseNetworks({ pace, candidates: () => idleChairs(scene) }),
    breakChairs({ pace, candidates: () => [...idleChairs(scene), ...chairsOfGuests(scene)] }),
    every(pace, answerEverySeconds, () => attempt(scene, () => answer(scene))),
    every(pace, saveEverySeconds, () => attempt(scene, scene.accounts.save)),
  ].map((work) => work.catch((error) => home.signal.aborted || onError(error)));
  return {
    async stop() {
      home.abort();
      await Promise.all([...endless, ...scene.under]);
      await scene.accounts.save();
    },
  };
}

async function every(pace: Pace, seconds: number, work: () => Promise<void>): Promise<never> {
  for (;;) {
    await pace.wait(seconds);
    await work();
  }
}

/** Draws how many people come to each place, with those who only look, and spreads their arrivals. */
async function letPeopleCome(scene: Scene): Promise<never> {
  for (;;) {
    const now = new Date();
    for (const place of scene.places) {
      const expected = (place.visitsPerHour(now) * decideEverySeconds) / 3600 / (1 - leaving);
      for (let count = drawCount(expected); count > 0; count -= 1) come(scene, place);
    }
    await scene.pace.wait(decideEverySeconds);
  }
}

/** A Poisson-distributed number. */
function drawCount(expected: number): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let left = Math.random(); left > limit; left *= Math.random()) count += 1;
  return count;
}

function come(scene: Scene, place: CrowdPlace): void {
  if (scene.under.size >= maxAtOnce) return;
  const visit = attempt(scene, async () => {
    await scene.pace.wait(between(0, decideEverySeconds));
    const deviceId = pick(place.deviceIds);
    if (deviceId === undefined || scene.isLeftAlone(deviceId)) return;
    await buy(scene, place, deviceId);
  });
  scene.under.add(visit);
  void visit.finally(() => scene.under.delete(visit));
}

const buy = (scene: Scene, place: CrowdPlace, deviceId: string): Promise<void> =>
  ({ online: buyOnline, cash: buyForCash, coin: buyByCoin })[drawPayBy(place)](scene, place, deviceId);

const drawPayBy = ({ shares }: CrowdPlace): PayBy =>
  weighted(['online', 'cash', 'coin'] as const, (by) => shares[by]) ?? 'online';

async function buyOnline(scene: Scene, place: CrowdPlace, deviceId: string): Promise<void> {
  const { accounts } = scene;
  const token = await accounts.takeGuest();
  try {
    await visitChair({ ...scene, token, place, deviceId });
  } catch (error) {
    if (isSessionLost(error)) accounts.drop(token);
    throw error;
  } finally {
    accounts.giveBack(token);
  }
}

async function buyForCash({ phone, accounts }: Scene, place: CrowdPlace, deviceId: string): Promise<void> {
  const token = await accounts.counterOf(place);
  try {
    await sellForCash(phone, token, place, deviceId);
  } catch (error) {
    if (isSessionLost(error)) accounts.drop(token);
    throw error;
  }
}

async function buyByCoin({ chairs }: Scene, { currency, coin }: CrowdPlace, deviceId: string): Promise<void> {
  const chair = chairs.get(deviceId);
  if (chair?.state !== 'idle') return;
  chair.insertCoin({ ...coin, currency });
}

/** The managers at the counters answer complaints. */
async function answer({ phone, accounts, places, app }: Scene): Promise<void> {
  const counters = await Promise.all(places.map(async (place) => ({ place, token: await accounts.counterOf(place) })));
  await answerComplaints(phone, counters, app);
}

async function askForRefund({ phone, accounts, places }: Scene, asked: { orderId: string; place: string }) {
  const place = places.find(({ name }) => name === asked.place);
  if (place) await refundOrder(phone, await accounts.counterOf(place), asked.orderId);
}

const idleChairs = ({ chairs, isLeftAlone }: Scene): Chair[] =>
  [...chairs.values()].filter(
    ({ deviceId, state, connected }) => state === 'idle' && connected && !isLeftAlone(deviceId),
  );

/** Chairs that run an order of the crowd, and that nobody else looks at. */
const chairsOfGuests = ({ chairs, sitting, isLeftAlone }: Scene): Chair[] =>
  [...sitting].flatMap(([deviceId, orderId]) => {
    const chair = chairs.get(deviceId);
    return chair?.memory.run?.orderId === orderId && !isLeftAlone(deviceId) ? chair : [];
  });

/** Reports the error that ended a visit; the others continue. Stopping the crowd is no error. */
async function attempt({ onError }: Pick<Scene, 'onError'>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as Error).name !== 'AbortError') onError(error);
  }
}
