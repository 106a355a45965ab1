import type { Price } from '@recline/contract/starting';

/** The choice on a chair's page, as carried in the address of another one. */
export type Choice = Partial<Record<'gear' | 'minutes' | 'payType' | 'coupon', string>>;

const names = ['gear', 'minutes', 'payType', 'coupon'] as const;

let chosen: Choice | null = null;

/** Keeps the choice in case this chair is taken meanwhile. */
export function keepChoice({ gear, minutes }: Price, payType: string | undefined, coupon: string | undefined): void {
  chosen = { gear, minutes: String(minutes), ...(payType && { payType }), ...(coupon && { coupon }) };
}

/** The choice made here, or else the one in the address. */
export function currentChoice(): Choice {
  if (chosen) return chosen;
  const search = new URLSearchParams(location.search);
  return Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
}
