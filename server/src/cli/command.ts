import { z } from 'zod';
import type { Context } from './context.ts';
import type { exitCodes } from './failure.ts';

/** An option or an argument. */
export interface Field<T> {
  /** The placeholder of its value in help; none for a flag. */
  value: string | undefined;
  help: string;
  required: boolean;
  schema: z.ZodType<T>;
}

export type Fields = Record<string, Field<unknown>>;
export type Input<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** For people. Instants are shown in the time zone that is passed in; without one, in that of their outlet or in UTC. */
export type Text = string | ((zone: string | undefined) => string);

/** The output of a command: for scripts and for people. */
export interface Report {
  json: unknown;
  text: Text;
  /** How the program ends; `done` unless stated. */
  ending?: keyof typeof exitCodes;
}

export type Schema = 'current' | 'any' | 'unknown';

export interface Command<A extends Fields = Fields, O extends Fields = Fields> {
  /** A noun and a verb: `device add`. */
  name: string;
  summary: string;
  /** Shown under the summary in help. */
  notes?: string;
  /** Positional, in this order. */
  arguments: A;
  options: O;
  examples: string[];
  /**
   * Names an action that cannot be undone, which needs --yes or an agreement at a terminal. Undefined where `run`
   * itself asks, by `context.confirm`.
   */
  confirms?(input: Input<A> & Input<O>): string | undefined;
  /** Whether the command takes --dry-run, with which the services that it calls roll back. */
  rehearses: boolean;
  /** The database that it needs, of this version unless stated. `unknown`: there may be none. */
  schema: Schema;
  /** Whether a missing database is created; false unless stated. For the first commands of a new installation. */
  creates: boolean;
  run(context: Context, input: Input<A> & Input<O>): Promise<Report>;
}

type Definition<A extends Fields, O extends Fields> = Pick<Command<A, O>, 'name' | 'summary' | 'examples' | 'run'> &
  Partial<Pick<Command<A, O>, 'notes' | 'arguments' | 'options' | 'confirms' | 'rehearses' | 'schema' | 'creates'>>;

// biome-ignore lint/complexity/noBannedTypes: a command without options takes no keys at all
export function command<A extends Fields = {}, O extends Fields = {}>(definition: Definition<A, O>): Command<A, O> {
  return { arguments: {} as A, options: {} as O, rehearses: false, schema: 'current', creates: false, ...definition };
}

export const required = <T>(value: string, help: string, schema: z.ZodType<T>): Field<T> => ({
  value,
  help,
  schema,
  required: true,
});

export const optional = <T>(value: string, help: string, schema: z.ZodType<T>): Field<T | undefined> => ({
  value,
  help,
  schema: schema.optional(),
  required: false,
});

export const flag = (help: string): Field<boolean> => ({
  value: undefined,
  help,
  schema: z.boolean().default(false),
  required: false,
});
