import type { z } from 'zod';
import type { ErrorName } from './errors.ts';

/**
 * Who may make a call: anybody without a token (`public`), any account (`anyone`), any
 * outlet manager (`manager`), or an outlet manager holding that permission.
 */
export type Access = 'public' | 'anyone' | 'manager' | Permission;

export const permissions = ['home', 'details', 'user'] as const;
export type Permission = (typeof permissions)[number];

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: `/${string}`;
  access: Access;
  summary: string;
  input: z.ZodType;
  output: z.ZodType;
  /** Errors specific to this call, besides those that any call may return. */
  errors?: readonly ErrorName[];
  /** `events`: the answer is a stream of server-sent events, not an envelope. */
  answers?: 'events';
  /** Maximum size of its body; `limits.callBytes` unless given. */
  bodyBytes?: number;
  /** The call may wait in a queue for its turn, at most `limits.turnSeconds`. */
  waits?: true;
  /** Under overload: `always` is never turned away, `guest` later than calls without a priority. */
  priority?: 'always' | 'guest';
}

/** All calls of one feature. */
export type Calls = Record<string, Call>;

export const basePath = '/api/web/api/v1';

export const defineCalls = <const C extends Calls>(calls: C): C => calls;

export type InputOf<C extends Call> = z.output<C['input']>;
export type SentInputOf<C extends Call> = z.input<C['input']>;
export type OutputOf<C extends Call> = z.input<C['output']>;

export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
  dialog?: { message: string };
}
