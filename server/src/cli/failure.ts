import { ownName } from '../platform/users.ts';

/** The exit codes of the program. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
} as const;

export const exitMeanings: Record<keyof typeof exitCodes, string> = {
  done: 'done',
  failed: 'internal error, such as no database or no disk space; nothing was changed',
  usage: 'wrong command line',
  notFound: 'not found',
  refused: 'refused by a rule; nothing was changed',
};

/** An error that the operator is meant to read. `details` are added to the JSON output. */
export class Failure extends Error {
  readonly ending: keyof typeof exitCodes;
  readonly details: object;

  constructor(ending: keyof typeof exitCodes, message: string, details: object = {}) {
    super(message);
    this.ending = ending;
    this.details = details;
  }
}

export const usage = (message: string) => new Failure('usage', message);
export const notFound = (message: string) => new Failure('notFound', message);
export const refused = (message: string, details?: object) => new Failure('refused', message, details);

/** Why a file cannot be used, naming the user, because root continues as the owner of the data folder. */
export const fileReason = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'EACCES' ? `${message} (as ${ownName()})` : message;
