import type { RawNotice } from '../../port.ts';

/** A header of a notice; names are in lower case. A repeated header is none: nobody could say which one was signed. */
export function headerOf({ headers }: Pick<RawNotice, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
