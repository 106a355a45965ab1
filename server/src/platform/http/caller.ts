import type { Access, Permission } from '@recline/contract/call';
import type { Language } from '@recline/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../error.ts';
import type { Aside } from './load-shedding.ts';

/** The account behind a request. */
export interface Caller {
  accountId: number;
  role: 'manager' | 'consumer';
  account: string;
  /** In E.164; null for managers, and for guests without one. */
  mobile: string | null;
  name: string;
  permissions: Permission[];
  /** The outlets a manager sees; empty for an end user. */
  outletIds: number[];
  /** The one outlet whose chairs this end user may start, or null for any. */
  boundOutletId: number | null;
  tokenHash: Buffer;
}

/** A handler's context besides its input. */
export interface Context<C extends Caller | null = Caller> {
  caller: C;
  language: Language;
  /** The caller's offset in minutes east of UTC; undefined for the outlet's own. */
  offset: number | undefined;
  /** The address the request came from, as limits count it (`addressKey`). */
  address: string;
  aside: Aside;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type ContextFor<A extends Access> = Context<A extends 'public' ? null : Caller>;

/** Finds the caller of a token, or of a ticket for a stream; throws the error to return if there is none. */
export type FindCaller = (kind: 'token' | 'ticket', value: string) => Promise<Caller>;

export function requireAccess(caller: Caller, access: Access): void {
  if (access === 'public' || access === 'anyone') return;
  if (caller.role !== 'manager') throw fail('forbidden');
  if (access !== 'manager' && !caller.permissions.includes(access)) throw fail('forbidden');
}

/** An outlet that is not the manager's is answered as not found. */
export function requireOutlet(caller: Pick<Caller, 'outletIds'>, outletId: number): number {
  if (!caller.outletIds.includes(outletId)) throw fail('notFound');
  return outletId;
}
