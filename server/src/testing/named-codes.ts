import { errors } from '@recline/contract/errors';

const names = new Map(Object.entries(errors).map(([name, { code }]) => [String(code), name]));

/** The text with each error code followed by its name: `20203 (deviceInUse)`. HTTP status codes are unchanged. */
export const withNames = (text: string): string =>
  text.replaceAll(/(?<![\w.-])[23]0\d{3}(?![\w.]|-| \()/g, (code) => {
    const name = names.get(code);
    return name ? `${code} (${name})` : code;
  });
