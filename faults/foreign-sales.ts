import type { Scene } from './scene.ts';

/** A sale of another product of the merchant. */
export interface ForeignFact {
  sale: string;
  returned: number;
  /** In our ledger. */
  recorded: boolean;
  /** Listed as a difference; only a sale that bears a number of ours must be. */
  listed: boolean;
}

/** The outcome of the sales that are not ours. */
export function foreignOf(
  { environment, hostile }: Scene,
  recorded: (string | null)[],
  differences: string[],
): ForeignFact[] {
  const books = environment.providers.books();
  return [...hostile.foreignSales].map(([sale, reference]) => ({
    sale,
    returned: books.find(({ number }) => number === sale)?.refunded ?? 0,
    recorded: recorded.includes(sale),
    listed: reference === undefined || differences.includes(reference),
  }));
}
