import { limits } from '@recline/contract/limits';
import type { Currency } from '@recline/contract/money';
import {
  type Ack,
  type ChairEvent,
  type Command,
  command as commandSchema,
  eventAck,
  topicOf,
} from '@recline/contract/topics';
import { answerTo } from './answers.ts';
import { type ChairOptions, withDefaults } from './chair-options.ts';
import type { FaultName } from './faults.ts';
import { ChairLink } from './link.ts';
import { ChairMemory, type NewEvent, type Run } from './memory.ts';

export type { ChairOptions };

export interface Coin {
  coins: number;
  amount: number;
  currency: Currency;
  minutes: number;
  at?: Date;
}

/** One chair that follows docs/chair-protocol.md, except for its simulated faults. */
export class Chair {
  readonly deviceId: string;
  readonly faults = new Set<FaultName>();
  readonly memory = new ChairMemory();
  private readonly options: ReturnType<typeof withDefaults>;
  private readonly link: ChairLink;
  private timers = new Set<NodeJS.Timeout>();
  private ending: NodeJS.Timeout | undefined;
  private runFromBefore: Run | undefined;

  constructor(options: ChairOptions) {
    this.deviceId = options.deviceId;
    this.options = withDefaults(options);
    this.link = new ChairLink(this.options, {
      receive: (topic, text) => this.receive(topic, text),
      connected: () => {
        this.publishState();
        this.replay();
      },
      beat: () => this.link.publishOnce(topicOf(this.deviceId, 'hb'), JSON.stringify({ at: this.now().toISOString() })),
    });
    this.memory.bootId = this.options.bootId;
    this.memory.totalCoins = this.options.totalCoins;
    this.memory.faultCode = options.faultCode;
    this.runFromBefore = options.run;
  }

  get connected(): boolean {
    return this.link.connected;
  }

  /** Whether it has something scheduled: a late start, a reconnect, a repeated message. */
  get hasPendingWork(): boolean {
    return this.timers.size > 0;
  }

  get state(): 'idle' | 'running' | 'fault' {
    if (this.memory.faultCode) return 'fault';
    return this.memory.run ? 'running' : 'idle';
  }

  /** Switches the chair on; resolves when the broker has accepted it. */
  async powerOn(): Promise<void> {
    this.memory.switchOn();
    if (this.runFromBefore) this.resume(this.runFromBefore);
    else this.endInterruptedRun();
    this.runFromBefore = undefined;
    await this.connect();
  }

  private resume(run: Run): void {
    this.memory.run = run;
    const lasts = run.minutes * this.options.secondsPerMinute * 1000;
    this.ending = setTimeout(() => this.finish('time'), Math.max(0, run.startedAt + lasts - Date.now()));
  }

  /** Cuts the power: no disconnect message, and the run is over. */
  async powerOff(): Promise<void> {
    if (this.memory.run) this.memory.ranSeconds = this.ranSeconds(this.memory.run);
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    clearTimeout(this.ending);
    await this.dropConnection();
  }

  /** Cuts the network; the chair keeps running. */
  async dropConnection(): Promise<void> {
    await this.link.drop();
  }

  /** Resolves when the broker has accepted the chair. */
  async connect(): Promise<void> {
    await this.link.connect();
  }

  /** Publishes anything on any topic, as a compromised chair could. */
  async publishRaw(topic: string, text: string): Promise<void> {
    await this.link.publishAcknowledged(topic, text);
  }

  insertCoin({ at, ...coin }: Coin): void {
    this.memory.totalCoins += coin.coins;
    const { totalCoins } = this.memory;
    const event = this.recordEvent({ type: 'coin', ...coin, gear: 'standard', totalCoins }, at);
    if (at || this.memory.run) return;
    this.begin({ orderId: event.eventId, minutes: coin.minutes, gear: 'standard', byCoin: true });
  }

  breakDown(code: string): void {
    this.memory.faultCode = code;
    this.recordEvent({ type: 'fault', code });
    this.finish('fault');
    this.publishState();
  }

  repair(): void {
    const code = this.memory.faultCode;
    if (!code) return;
    this.memory.faultCode = undefined;
    this.recordEvent({ type: 'cleared', code });
    this.publishState();
  }

  private receive(topic: string, text: string): void {
    const body: unknown = JSON.parse(text);
    if (topic.endsWith('/evt-ack')) this.memory.forget(eventAck.parse(body).eventId);
    else if (!this.faults.has('ignores')) this.handleCommand(commandSchema.parse(body));
  }

  private handleCommand(command: Command): void {
    const known = this.memory.answerTo(command.commandId);
    const answer = known ?? answerTo(command, this.memory, { refuses: this.faults.has('refuses'), now: this.now() });
    this.memory.remember(command.commandId, answer);
    this.publish('ack', { commandId: command.commandId, ...answer, at: this.now().toISOString() } satisfies Ack);
    if (known || answer.result === 'rejected') return;
    if (command.type === 'query') this.publishState();
    if (command.type === 'stop') this.finish('stopped');
    if (command.type === 'start') this.startRun(command);
  }

  private startRun({ orderId, minutes, gear }: Command): void {
    if (!orderId || !minutes || !gear || this.faults.has('acksOnly')) return;
    const run = { orderId, minutes, gear, byCoin: false };
    const start = () => (this.memory.run ? undefined : this.begin(run)); // a coin may have started a run first
    if (this.faults.has('startsLate')) this.later(this.options.faultTimes.late, start);
    else if (this.faults.has('powerCut')) void this.cutPower(this.options.faultTimes.dark);
    else if (this.faults.has('dropsInTheMiddle')) void this.loseConnection(this.options.faultTimes.dropped).then(start);
    else start();
  }

  /** Switches off and, after a while, on again. */
  async cutPower(milliseconds: number): Promise<void> {
    await this.powerOff();
    this.later(milliseconds, () => void this.powerOn());
  }

  async loseConnection(milliseconds: number): Promise<void> {
    await this.dropConnection();
    this.later(milliseconds, () => void this.connect());
  }

  private begin(run: Omit<Run, 'startedAt'>): void {
    const { orderId, minutes, gear, byCoin } = run;
    this.memory.run = { ...run, startedAt: this.now().getTime() };
    if (!byCoin) this.recordEvent({ type: 'started', orderId, minutes, gear });
    this.publishState();
    this.ending = setTimeout(() => this.finish('time'), minutes * this.options.secondsPerMinute * 1000);
  }

  private finish(reason: string): void {
    const { run } = this.memory;
    if (!run) return;
    clearTimeout(this.ending);
    this.memory.run = undefined;
    this.recordEvent({ type: 'ended', orderId: run.orderId, ranSeconds: this.ranSeconds(run), reason });
    this.publishState();
  }

  private ranSeconds({ startedAt }: Run): number {
    return Math.max(0, Math.round((this.now().getTime() - startedAt) / 1000));
  }

  /** Called after a reboot: reports the interrupted run as over. */
  private endInterruptedRun(): void {
    const { run, ranSeconds } = this.memory;
    this.memory.run = undefined;
    clearTimeout(this.ending);
    if (run) this.recordEvent({ type: 'ended', orderId: run.orderId, ranSeconds, reason: 'power' });
  }

  private recordEvent(event: NewEvent, at = this.now()): ChairEvent {
    const written = this.memory.write(event, at);
    this.options.onEvent(written);
    if (this.connected) this.publish('evt', written);
    return written;
  }

  /** Replays unacknowledged events in order, after a random delay and at a limited rate. */
  private replay(): void {
    const { replayWait, replaysPerSecond } = this.options;
    const waiting = this.memory.journal.map((event) => event.eventId);
    const stillConnected = this.link.whileConnected();
    const next = () => {
      const eventId = waiting.shift();
      if (eventId === undefined || !stillConnected()) return;
      const event = this.memory.journal.find((kept) => kept.eventId === eventId);
      if (!event) return next();
      this.publish('evt', { ...event, offline: true });
      this.later(1000 / replaysPerSecond, next);
    };
    if (waiting.length > 0) this.later(Math.random() * replayWait, next);
  }

  private publishState(): void {
    const { run, faultCode, bootId } = this.memory;
    const at = this.now().toISOString();
    const endsAt = run && new Date(run.startedAt + run.minutes * 60_000).toISOString();
    const order = run && !run.byCoin ? { orderId: run.orderId, endsAt } : {};
    const body = { state: this.state, ...order, faultCode, firmware: 'sim-1', bootId: String(bootId) };
    this.publish('state', { ...body, seq: this.memory.nextSeq(), at }, true);
  }

  private publish(topic: 'state' | 'ack' | 'evt', body: object, retain = false): void {
    const text = JSON.stringify(body);
    if (text.length > limits.chairMessageBytes) throw new Error('a message that no server would accept');
    const times = this.faults.has('duplicates') ? 2 : 1;
    for (let sent = 0; sent < times; sent += 1) {
      this.link.publish(topicOf(this.deviceId, topic), text, retain);
    }
  }

  private later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, milliseconds);
    this.timers.add(timer);
  }

  private now(): Date {
    return new Date(Date.now() - (this.faults.has('wrongClock') ? this.options.faultTimes.slow : 0));
  }
}
