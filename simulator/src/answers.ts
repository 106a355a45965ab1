import type { Ack, Command } from '@recline/contract/topics';
import type { Answer, ChairMemory } from './memory.ts';

interface Moment {
  /** Rejects every start, as a simulated fault. */
  refuses: boolean;
  now: Date;
}

const accepted: Answer = { result: 'accepted' };
const rejected = (reason: NonNullable<Ack['reason']>): Answer => ({ result: 'rejected', reason });

/** A chair's answer to a new command. */
export function answerTo(
  { type, orderId, expiresAt }: Command,
  { run, faultCode }: Pick<ChairMemory, 'run' | 'faultCode'>,
  { refuses, now }: Moment,
): Answer {
  if (new Date(expiresAt) < now) return rejected('expired');
  switch (type) {
    case 'query':
      return accepted;
    case 'stop':
      return run?.orderId === orderId ? accepted : rejected('unknown');
    case 'start':
      if (faultCode) return rejected('fault');
      return run || refuses ? rejected('busy') : accepted;
  }
}
