import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that our OpenAPI document uses. */
export interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Values that match a schema. */
export function fitting(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.type === 'object') return fittingObject(schema);
  if (schema.type === 'array') return fc.array(fitting(schema.items ?? {}), { maxLength: 3 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return fc.maxSafeInteger();
  if (schema.type === 'number') return fc.oneof(fc.integer({ min: -200, max: 200 }), fc.double({ noNaN: true }));
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { maxLength: 60 });
  const { minLength = 0, maxLength = 100 } = schema;
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }),
    fc.string({ minLength: maxLength, maxLength }),
  );
}

function fittingObject({ properties = {}, required = [] }: JsonSchema): Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema)]));
  return fc.record(fields, { requiredKeys: required });
}

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

const strings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u001b[31mred\u001b[0m',
  'one\r\nSet-Cookie: two=2',
  '\u007f\u0085\u009b2J',
  '\ud800',
  'a\udfffb',
  '\ufeff\ufffe\uffff',
  '\u202eevil',
  '%00',
  '%',
  '\\',
  "'; DROP TABLE orders; --",
  '" OR 1=1',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '=HYPERLINK("http://evil.example","x")',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what an attacker would type
  '${7*7}{{7*7}}',
  '%s%s%n',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '١٢٣',
  '9223372036854775808',
  '9'.repeat(400),
  'x'.repeat(65),
  'x'.repeat(1001),
  'x'.repeat(100_000),
  '🪑'.repeat(200),
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '[object Object]',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '2026-02-30T00:00:00Z',
];
const numbers = [0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 2 ** 64, -(2 ** 63)];
const structures = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  { $gt: '' },
  { length: 1e9 },
  { toString: 1 },
  deep(20),
  deep(500),
];

/** Hostile values, independent of the schema. */
export const strange: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...strings) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...structures) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** Ids that exist, by the name of the field that takes them: the caller's own and other people's. */
export type KnownIds = Record<string, readonly string[]>;

/** Input of a call: valid, then mutated in a few places; sometimes arbitrary. */
export function inputs(schema: JsonSchema, ids: KnownIds): Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const known = Object.fromEntries(
    names.flatMap((name) => (ids[name] ? [[name, fc.constantFrom(...ids[name])]] : [])),
  ) as Record<string, Arbitrary<string>>;
  const right = fc
    .tuple(fittingObject(schema), fc.record(known, { requiredKeys: [] }))
    .map(([base, real]): Record<string, unknown> => ({ ...base, ...real }));
  const anyName = fc.constantFrom(...names, '__proto__', 'constructor', 'extra', 'code');
  const spoiled = fc
    .tuple(right, fc.array(fc.tuple(anyName, strange), { minLength: 1, maxLength: 2 }))
    .map(([base, changes]): Record<string, unknown> => {
      const spoilt = { ...base };
      for (const [name, value] of changes) Object.defineProperty(spoilt, name, own(value));
      return spoilt;
    });
  const incomplete = fc
    .tuple(right, fc.subarray(names))
    .map(([base, kept]): Record<string, unknown> => Object.fromEntries(kept.map((name) => [name, base[name]])));
  return fc.oneof(
    { weight: 3, arbitrary: right },
    { weight: 5, arbitrary: spoiled },
    { weight: 1, arbitrary: incomplete },
    { weight: 1, arbitrary: strange },
  );
}

const own = (value: unknown) => ({ value, enumerable: true, configurable: true, writable: true });

/** A hostile value as text. */
export const strangeText: Arbitrary<string> = strange.map((value) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
);
