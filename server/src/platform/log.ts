import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import { printable } from './printable.ts';

export type Log = Logger;

const secrets = ['password', 'accessToken', 'token', 'secret', 'authorization', '"access-token"', 'ticket'];

/** Tells the lines of several servers apart. */
const instance = `${hostname()}:${process.pid}`;

/** Structured lines on standard output, with secrets redacted. */
export const makeLog = (level: string, destination: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
      base: { instance },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    withoutControls(destination),
  );

/** JSON does not escape everything that terminals obey. */
const withoutControls = (destination: DestinationStream): DestinationStream => ({
  write: (line) => destination.write(printable(line)),
});
