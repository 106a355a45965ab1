import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/**
 * The serializer's schema of an answer. The serializer drops fields that the contract does not name and throws on
 * missing ones. `anyOf [X, null]` becomes `X, nullable`, which it serializes many times faster.
 */
export function answerSchema(output: z.ZodType): JsonSchema {
  const data = simplify(z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' })) as JsonSchema;
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
  };
}

function simplify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (schema === null || typeof schema !== 'object') return schema;
  const { $schema, anyOf, ...rest } = schema as JsonSchema & { anyOf?: JsonSchema[] };
  const [first, second, ...more] = anyOf ?? [];
  if (first && second?.type === 'null' && more.length === 0) return nullable(simplify(first) as JsonSchema);
  const simple = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplify(value)]));
  return anyOf ? { ...simple, anyOf: simplify(anyOf) } : simple;
}

/** An enumeration lists null too: where an answer has one of several shapes, the serializer chooses it by validation. */
const nullable = (schema: JsonSchema): JsonSchema =>
  Array.isArray(schema.enum)
    ? { ...schema, nullable: true, enum: [...schema.enum, null] }
    : { ...schema, nullable: true };
