import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import { printable } from './printable.ts';

export type Log = Logger;

const secrets = ['password', 'accessToken', 'token', 'secret', 'authorization', '"access-token"', 'ticket'];

/** Tells the lines of several servers apart. */
const instance = `${hostname()}:${process.pid}`;

interface Destination extends DestinationStream {
  /** Writes now what waits to be written together. */
  flush?(): void;
}

const maxWaitMs = 100;
const maxWaitingBytes = 4096;

/**
 * Standard output. Lines that follow each other soon are written together: one write for each was a tenth of what a
 * request costs. What still waits when the process ends is written then.
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

/** JSON does not escape everything that terminals obey. */
const withoutControls = (destination: DestinationStream): DestinationStream => ({
  write: (line) => destination.write(printable(line)),
});
