import { parseArgs } from 'node:util';

/** Reads options that are all numbers, `--chairs 500`, with the given defaults; any other option is an error. */
export function numericOptions<Name extends string>(defaults: Record<Name, number>): Record<Name, number> {
  const entries = Object.entries<number>(defaults);
  const { values } = parseArgs({
    options: Object.fromEntries(
      entries.map(([name, value]) => [name, { type: 'string' as const, default: String(value) }]),
    ),
  });
  const numbers = entries.map(([name]) => {
    const number = Number(values[name]);
    if (Number.isNaN(number) || number < 0) throw new Error(`--${name} must be a number, and not below 0`);
    return [name, number];
  });
  return Object.fromEntries(numbers) as Record<Name, number>;
}
