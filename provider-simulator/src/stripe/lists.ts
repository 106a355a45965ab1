import type { BillRow, Bills } from '../core/bills.ts';
import type { Context } from '../core/context.ts';
import { invalid } from './errors.ts';
import { type Form, inner, text, texts } from './form.ts';
import { objectOf, showIntent, showMovement } from './objects.ts';
import type { StripeState } from './state.ts';

const searchLagMs = 60_000;
const day = 86_400_000;

interface Listed {
  object: 'list' | 'search_result';
  data: unknown[];
  has_more: boolean;
  url: string;
}

function limitOf(form: Form): number {
  const limit = Number(text(form.limit) ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw invalid('Limit must be from 1 to 100.', 'limit');
  return limit;
}

/** A page of a short list, newest first, after `starting_after`. */
export function pageOf(items: { id: string }[], form: Form, url: string): Listed {
  const after = text(form.starting_after);
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0)
    throw invalid(`No such object: '${after}'`, 'starting_after', 'resource_missing');
  const limit = limitOf(form);
  return { object: 'list', data: items.slice(start, start + limit), has_more: items.length > start + limit, url };
}

export function makeLists({ clocks }: Context, state: StripeState, bills: Bills) {
  /** The position of a reader of balance transactions, so that a long list is walked through once. */
  const readers = new Map<string, { rows: Iterator<BillRow>; next: BillRow | undefined }>();

  function movements(form: Form): Listed {
    const created = inner(form.created);
    const from = Number(text(created.gte) ?? 0) * 1000;
    const until = Number(text(created.lt) ?? Math.ceil(clocks.now() / 1000) + 1) * 1000;
    const after = text(form.starting_after);
    const limit = limitOf(form);
    const reader = readers.get(`${from} ${until} ${after}`) ?? readerAt(from, until, after);
    const page: BillRow[] = [];
    while (reader.next && page.length < limit) {
      page.push(reader.next);
      reader.next = next(reader.rows);
    }
    readers.delete(`${from} ${until} ${after}`);
    const last = page.at(-1);
    if (last && reader.next) readers.set(`${from} ${until} ${showMovement(last).id}`, reader);
    const isExpanded = texts(form.expand).includes('data.source');
    const data = page.map((row) => (isExpanded ? { ...showMovement(row), source: sourceOf(row) } : showMovement(row)));
    return { object: 'list', data, has_more: reader.next !== undefined, url: '/v1/balance_transactions' };
  }

  function readerAt(from: number, until: number, after: string | undefined) {
    const rows = within(from, until)[Symbol.iterator]();
    let row = next(rows);
    while (after !== undefined && row && showMovement(row).id !== after) row = next(rows);
    if (after !== undefined && !row)
      throw invalid(`No such balance transaction: '${after}'`, 'starting_after', 'resource_missing');
    return { rows, next: after === undefined ? row : next(rows) };
  }

  const next = (rows: Iterator<BillRow>): BillRow | undefined => {
    const { value, done } = rows.next() as IteratorResult<BillRow, undefined>;
    return done ? undefined : value;
  };

  /** By UTC day, newest day first, at most a year back. */
  function* within(from: number, until: number): Iterable<BillRow> {
    const newest = until - 1 - ((until - 1) % day);
    for (let start = newest; start > Math.max(from, until - 366 * day) - day; start -= day)
      for (const row of bills.rowsOf(new Date(start).toISOString().slice(0, 10)))
        if (row.at >= from && row.at < until) yield row;
  }

  /** A charge or refund; a row that the books do not have gets one that shows the merchant's numbers. */
  function sourceOf(row: BillRow): unknown {
    const id = row.refundRef ?? row.ref;
    const known = objectOf(id, state);
    if (known !== id) return { ...(known as object), amount: row.amount }; // an altered bill shows another amount
    const key = row.refundNumber ?? row.number;
    const object = row.kind === 'paid' ? 'charge' : 'refund';
    return {
      id,
      object,
      amount: row.amount,
      currency: row.currency,
      metadata: { key },
      payment_intent: `pi_${row.ref}`,
    };
  }

  /** Search finds only objects of a certain age. */
  function searchIntents(form: Form): Listed {
    const match = /^metadata\['([^']+)'\]:'([^']*)'$/.exec(text(form.query) ?? '');
    if (!match) throw invalid('Invalid query', 'query');
    const [, key = '', value] = match;
    const found = Object.values(state.intents).filter(
      (intent) => intent.metadata[key] === value && clocks.now() - intent.createdAt >= searchLagMs,
    );
    return { object: 'search_result', data: found.map(showIntent), has_more: false, url: '/v1/payment_intents/search' };
  }

  return { movements, searchIntents };
}
