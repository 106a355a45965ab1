import { randomUUID } from 'node:crypto';
import type { Gear } from '@recline/contract/dictionary';
import type { Ack, ChairEvent } from '@recline/contract/topics';

/** What a chair does at the moment: an order it was told to run, or one that a coin began. */
export interface Run {
  orderId: string;
  /** A coin's run has no order of the server's that the chair knows of. */
  byCoin: boolean;
  minutes: number;
  gear: Gear;
  startedAt: number;
}

/** Distributes over the kinds of events, which `Omit` alone does not. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type NewEvent = Without<ChairEvent, 'eventId' | 'bootId' | 'seq' | 'at' | 'offline'>;

const rememberedCommands = 8;

/** What a chair keeps through a power cut: its journal, its meter and how often it was switched on. */
export class ChairMemory {
  bootId = 0;
  seq = 0;
  totalCoins = 0;
  run: Run | undefined;
  /** How long that run had lasted when the power went. */
  ranSeconds = 0;
  faultCode: string | undefined;
  journal: ChairEvent[] = [];
  private answers: { commandId: string; answer: Pick<Ack, 'result' | 'reason'> }[] = [];

  switchOn(): void {
    this.bootId += 1;
    this.seq = 0;
  }

  nextSeq(): number {
    this.seq += 1;
    return this.seq;
  }

  /** Written down before it is sent. */
  write(event: NewEvent, at: Date): ChairEvent {
    const stamp = { eventId: randomUUID(), bootId: String(this.bootId), seq: this.nextSeq(), at: at.toISOString() };
    const written = { ...event, ...stamp } as ChairEvent;
    this.journal.push(written);
    return written;
  }

  forget(eventId: string): void {
    this.journal = this.journal.filter((event) => event.eventId !== eventId);
  }

  answerTo(commandId: string): Pick<Ack, 'result' | 'reason'> | undefined {
    return this.answers.find((known) => known.commandId === commandId)?.answer;
  }

  remember(commandId: string, answer: Pick<Ack, 'result' | 'reason'>): void {
    this.answers = [...this.answers, { commandId, answer }].slice(-rememberedCommands);
  }
}
