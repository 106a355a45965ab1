import { randomUUID } from 'node:crypto';
import type { Gear } from '@recline/contract/dictionary';
import type { Ack, ChairEvent } from '@recline/contract/topics';

/** A chair's current run: an order started by command, or one started by a coin. */
export interface Run {
  orderId: string;
  /** For a run started by a coin, the chair does not know the server's order. */
  byCoin: boolean;
  minutes: number;
  gear: Gear;
  startedAt: number;
}

/** A chair's answer to a command. */
export type Answer = Pick<Ack, 'result' | 'reason'>;

/** Distributes over the kinds of events, which `Omit` alone does not. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type NewEvent = Without<ChairEvent, 'eventId' | 'bootId' | 'seq' | 'at' | 'offline'>;

const rememberedCommands = 8;

/** A chair's memory that survives a power cut: its journal, its meter and its boot count. */
export class ChairMemory {
  bootId = 0;
  seq = 0;
  totalCoins = 0;
  run: Run | undefined;
  /** How long the run had lasted at the power cut. */
  ranSeconds = 0;
  faultCode: string | undefined;
  journal: ChairEvent[] = [];
  private answers: { commandId: string; answer: Answer }[] = [];

  switchOn(): void {
    this.bootId += 1;
    this.seq = 0;
  }

  nextSeq(): number {
    this.seq += 1;
    return this.seq;
  }

  /** Stored before it is sent. */
  write(event: NewEvent, at: Date): ChairEvent {
    const stamp = { eventId: randomUUID(), bootId: String(this.bootId), seq: this.nextSeq(), at: at.toISOString() };
    const written = { ...event, ...stamp } as ChairEvent;
    this.journal.push(written);
    return written;
  }

  forget(eventId: string): void {
    this.journal = this.journal.filter((event) => event.eventId !== eventId);
  }

  answerTo(commandId: string): Answer | undefined {
    return this.answers.find((known) => known.commandId === commandId)?.answer;
  }

  remember(commandId: string, answer: Answer): void {
    this.answers = [...this.answers, { commandId, answer }].slice(-rememberedCommands);
  }
}
