import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import { printable } from './printable.ts';

export type Log = Logger;

const secrets = ['password', 'accessToken', 'token', 'secret', 'authorization', '"access-token"', 'ticket'];

/** Distinguishes the lines of several servers. */
const instance = `${hostname()}:${process.pid}`;

interface Destination extends DestinationStream {
  /** Writes buffered lines now. */
  flush?(): void;
}

const maxWaitMs = 100;
const maxWaitingBytes = 4096;

/**
 * Standard output. Lines are buffered briefly and written together, because a write for each would be a tenth of the
 * cost of a request. The rest is written when the process ends.
 */
const standardOutput = (): Destination =>
  pino.destination({ dest: 1, minLength: maxWaitingBytes, periodicFlush: maxWaitMs });

const urgentLevel = pino.levels.values.warn ?? 0;

/** Structured lines on standard output, with secrets redacted. Warnings and errors do not wait for other lines. */
export const makeLog = (level: string, destination: Destination = standardOutput()): Log =>
  pino(
    {
      level,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
      base: { instance },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(args, method, levelOfLine) {
          method.apply(this, args);
          if (levelOfLine >= urgentLevel) destination.flush?.();
        },
      },
    },
    withoutControls(destination),
  );

/** JSON does not escape every terminal control character. */
const withoutControls = (destination: DestinationStream): DestinationStream => ({
  write: (line) => destination.write(printable(line)),
});
