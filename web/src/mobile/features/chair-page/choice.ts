import type { Price } from '@recline/contract/starting';

/** What was chosen on a chair's page, as it stands in the address of another one. */
export type Choice = Partial<Record<'gear' | 'minutes' | 'payType' | 'coupon', string>>;

const names = ['gear', 'minutes', 'payType', 'coupon'] as const;

let chosen: Choice | null = null;

/** Keeps the choice for the case that this chair is taken meanwhile. */
export function keepChoice({ gear, minutes }: Price, payType: string | undefined, coupon: string | undefined): void {
  chosen = { gear, minutes: String(minutes), ...(payType && { payType }), ...(coupon && { coupon }) };
}

/** What was chosen here, else what the address names. */
export function currentChoice(): Choice {
  if (chosen) return chosen;
  const search = new URLSearchParams(location.search);
  return Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
}
