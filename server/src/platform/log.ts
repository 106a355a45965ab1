import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

const secrets = ['password', 'accessToken', 'token', 'secret', 'authorization', '"access-token"', 'ticket'];

/** Structured lines on standard output. What must not be read in a log is cut out, wherever it stands. */
export const makeLog = (level: string, destination: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    plainly(destination),
  );

/** JSON escapes the old control characters, but not those that came with Latin-1, and terminals obey those too. */
const plainly = (destination: DestinationStream): DestinationStream => ({
  write: (line) =>
    destination.write(line.replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)),
});
