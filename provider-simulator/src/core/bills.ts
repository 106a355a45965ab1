/** One row of a provider's bill, before it takes the provider's form. Amounts in minor units. */
export interface BillRow {
  kind: 'paid' | 'refunded';
  /** The merchant's number of the payment. */
  number: string;
  /** The merchant's number of the refund. */
  refundNumber?: string;
  /** The provider's number of the payment, and of the refund. */
  ref: string;
  refundRef?: string;
  amount: number;
  currency: string;
  fee: number;
  at: number;
  /** Stripe: the refund failed later, and this row brings its money back to the merchant. */
  failed?: boolean;
}

/** How a day's bill departs from the books. */
export interface BillChanges {
  /** Rows left out, by the merchant's number of the payment or refund. */
  omit?: string[];
  /** Rows with another amount, by the same number. */
  amounts?: Record<string, number>;
  /** Rows that the books do not have. */
  extra?: BillRow[];
  /** Rows in place of the books, made while they are read: a bill of any size. */
  rows?: (day: string) => Iterable<BillRow>;
}

export interface Bills {
  change(day: string, changes: BillChanges): void;
  rowsOf(day: string): Iterable<BillRow>;
}

export function makeBills(fromBooks: (day: string) => BillRow[]): Bills {
  const changed = new Map<string, BillChanges>();
  return {
    change: (day, changes) => void changed.set(day, { ...changed.get(day), ...changes }),
    rowsOf(day) {
      const { omit = [], amounts = {}, extra = [], rows } = changed.get(day) ?? {};
      if (rows) return rows(day);
      const kept = fromBooks(day).filter((row) => !omit.includes(keyOf(row)));
      return [...kept.map((row) => ({ ...row, amount: amounts[keyOf(row)] ?? row.amount })), ...extra];
    },
  };
}

const keyOf = ({ number, refundNumber }: BillRow): string => refundNumber ?? number;

/** This many payments with numbers `<prefix>_<i>_1`, spread over the day. */
export function* generatedRows(
  { count, prefix, amount, currency }: { count: number; prefix: string; amount: number; currency: string },
  dayStart: number,
): Iterable<BillRow> {
  const step = 86_400_000 / count;
  for (let index = 1; index <= count; index++) {
    const at = Math.floor(dayStart + (index - 1) * step);
    yield { kind: 'paid', number: `${prefix}_${index}_1`, ref: `${prefix}ref${index}`, amount, currency, fee: 0, at };
  }
}

export const yuan = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;

/** Reads yuan with at most two decimals; undefined where it is not an amount. */
export function fen(text: unknown): number | undefined {
  const match = typeof text === 'string' ? /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) : null;
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}
