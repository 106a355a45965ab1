import { z } from 'zod';
import { basePath, type Call } from './call.ts';
import { type ErrorName, errors } from './errors.ts';
import { contract } from './index.ts';
import { languages } from './languages.ts';

type Json = Record<string, unknown>;

const anyCallMayGive: ErrorName[] = ['badRequest', 'tooLarge', 'tooMany', 'internal', 'unavailable'];

const commonHeaders = [
  { name: 'lang', in: 'header', schema: { enum: languages }, description: 'Language of messages' },
  {
    name: 'Timezone-Offset',
    in: 'header',
    schema: { type: 'integer', minimum: -720, maximum: 840 },
    description: "Minutes east of UTC; without it the outlet's own offset counts",
  },
];

/** The contract as an OpenAPI 3.1 document. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
      const path = `${basePath}${call.path}`;
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(feature, name, call) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Recline', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Access-Token' } },
    },
  };
}

function operation(feature: string, name: string, call: Call): Json {
  const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Json;
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: call.summary,
    description: accessInWords(call),
    ...(call.access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: call.method === 'POST' ? commonHeaders : [...queryParameters(input), ...commonHeaders],
    ...(call.method === 'POST' ? { requestBody: { content: bodies(input) } } : {}),
    responses: { 200: success(call), default: failure(call) },
  };
}

function accessInWords({ access }: Call): string {
  if (access === 'public') return 'No token is needed.';
  if (access === 'anyone') return 'Any token.';
  return access === 'manager'
    ? "An outlet manager's token."
    : `An outlet manager's token with permission \`${access}\`.`;
}

const bodies = (schema: Json) => ({
  'application/x-www-form-urlencoded': { schema },
  'application/json': { schema },
});

function queryParameters({ properties = {}, required = [] }: { properties?: Json; required?: string[] }): Json[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function success(call: Call): Json {
  const description = 'Success';
  if (call.answers) return { description, content: { 'text/event-stream': { schema: { type: 'string' } } } };
  const data = z.toJSONSchema(call.output, { io: 'input', unrepresentable: 'any' });
  return { description, content: { 'application/json': { schema: envelope({ const: 200 }, data) } } };
}

function failure(call: Call): Json {
  const session: ErrorName[] =
    call.access === 'public' ? [] : ['noSession', 'sessionExpired', 'loggedInElsewhere', 'forbidden', 'notFound'];
  const names = [...anyCallMayGive, ...session, ...(call.errors ?? [])];
  const codes = [...new Set(names)].map((name) => ({ const: errors[name].code, description: name }));
  return {
    description: 'An error, with an HTTP status that fits its code',
    content: { 'application/json': { schema: envelope({ oneOf: codes }, {}) } },
  };
}

const envelope = (code: Json, data: unknown): Json => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code, message: { type: 'string' }, data },
});
