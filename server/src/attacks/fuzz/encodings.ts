import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';

export interface Body {
  headers: Record<string, string>;
  bytes: Buffer;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

const sent = (type: string, bytes: Buffer | string, more: Record<string, string> = {}): Body => ({
  headers: { 'content-type': type, ...more },
  bytes: Buffer.from(bytes as string),
});

const written = (input: unknown): string => JSON.stringify(input) ?? 'null';

/** encodeURIComponent refuses a lone surrogate; an attacker would send its bytes anyway. */
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

export const formOf = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return escaped(written(input));
  const textOf = (value: unknown) => (typeof value === 'string' ? value : written(value));
  return Object.entries(input)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]]))
    .map(([name, value]) => `${escaped(String(name))}=${escaped(textOf(value))}`)
    .join('&');
};

/** Ways to send an input as a body, correctly and incorrectly. */
const ways: ((input: unknown) => Body)[] = [
  (input) => sent(json, written(input), { 'content-encoding': 'gzip' }),
  (input) => sent(json, gzipSync(written(input)), { 'content-encoding': 'gzip' }),
  (input) => sent(json, brotliCompressSync(written(input))),
  (input) => sent(`${json}; charset=utf-16`, Buffer.from(written(input), 'utf16le')),
  (input) => sent(json, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(written(input), 'utf16le')])),
  (input) => sent(json, `\ufeff${written(input)}`),
  (input) => sent(json, Buffer.from(written(input).replaceAll('a', '\xff'), 'latin1')),
  (input) => sent(json, written(input).slice(0, -1)),
  (input) => sent(json, written(input).replaceAll(/\d+/g, '1e999')),
  (input) => sent(json, written(input).replaceAll(/:"[^"]*"/g, ':NaN')),
  (input) => sent(json, `{"a":1,${written(input).slice(1)}`),
  (input) => sent(json, '['.repeat(100_000) + written(input)),
  (input) => sent(json, `{"a":`.repeat(50_000) + written(input)),
  () => sent(json, ''),
  (input) => sent(form, written(input)),
  (input) => sent(form, `${formOf(input)}&${formOf(input)}`),
  (input) => sent(form, formOf(input).replaceAll('=', '[deep][er]=')),
  (input) => sent(form, formOf(input).replaceAll('=', '=%ff%fe%c0%80')),
  (input) => sent(form, `${'a=b&'.repeat(20_000)}${formOf(input)}`),
  () => sent(form, Buffer.from([0x26, 0x00, 0xff, 0x3d, 0xc3, 0x28])),
  (input) => sent('text/plain', written(input)),
  (input) => sent('multipart/form-data; boundary=x', `--x\r\n\r\n${written(input)}\r\n--x--`),
  (input) => sent('nonsense', written(input)),
  (input) => sent(`${json};;=;"`, written(input)),
];

export const bodies = (input: unknown): Arbitrary<Body> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(sent(json, written(input))) },
    { weight: 3, arbitrary: fc.constant(sent(form, formOf(input))) },
    { weight: 3, arbitrary: fc.nat(ways.length - 1).map((which) => (ways[which] as (typeof ways)[number])(input)) },
  );

/** Ways to send an input as a query string. */
export const queries = (input: unknown): Arbitrary<string> => {
  const plain = formOf(input);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(plain) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        `${plain}&${plain}`,
        plain.replaceAll('=', '[]='),
        plain.replaceAll('=', '[a][b]='),
        plain.replaceAll('=', '=%ff%c0%80'),
        plain.replaceAll('=', '=%'),
        `${plain}&__proto__[x]=1&constructor=2`,
        `?&=&&${plain}#fragment`,
        `${plain}&${'a=1&'.repeat(2000)}`,
      ),
    },
  );
};
