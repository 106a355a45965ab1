import { keysOf } from '../../platform/complete.ts';

/** Plain query strings instead of the router's JSON: every value is text. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Reads the named parameters of a page; omitting those not given. */
export const textSearch =
  <K extends string>(...names: K[]) =>
  (search: Record<string, unknown>): { [N in K]?: string } => {
    const given = names.filter((name) => typeof search[name] === 'string' && search[name] !== '');
    return Object.fromEntries(given.map((name) => [name, String(search[name])])) as { [N in K]?: string };
  };

/** The parameters of a page whose type names them: a parameter missing in the table does not compile. */
export const completeSearch = <S>(names: Record<keyof S & string, true>) => textSearch(...keysOf(names));
