import type { ChairPageState, PayChoice } from '@recline/contract/chair-page';
import { type CouponProblem, couponProblems, type ErrorName } from '@recline/contract/errors';
import type { Language } from '@recline/contract/languages';
import { pages, pageUrl } from '@recline/contract/pages';
import { errorMessage, phrases } from '../../locales/index.ts';
import type { OwnReason } from '../../locales/types.ts';
import { AppError } from '../../platform/error.ts';

/** Errors whose own message is shown. Any other is shown as a problem on our side. */
const said = [
  'unavailable',
  'deviceUnavailable',
  'deviceInUse',
  'noPriceList',
  'deviceDidNotStart',
  'paymentFailed',
] as const satisfies readonly ErrorName[];
type Said = (typeof said)[number];

const own: readonly OwnReason[] = ['again', 'sessionEnded', 'priceChanged', 'agreement', 'notPaid', 'unpaid', 'wallet'];

type Coupon = 'badCoupon' | 'badCashCoupon';
const isCoupon = (name: string): name is Coupon => name === 'badCoupon' || name === 'badCashCoupon';

type Reason = Said | Coupon | OwnReason | 'tooMany' | 'wrongOutlet' | 'internal';

/** Why a post was refused, as put into the address of the page that shows it. */
export interface Refusal {
  reason: Reason;
  wait?: number;
  /** Why the coupon was refused. */
  why?: CouponProblem;
}

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T => names.some((each) => each === name);

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof AppError)) return { reason: 'internal' };
  const { problem, params } = error;
  if (problem === 'badRequest') return { reason: badField((params as { field: string }).field) };
  if (problem === 'tooMany') return { reason: 'tooMany', wait: (params as { seconds: number }).seconds };
  if (isCoupon(problem)) return { reason: problem, why: (params as { why: CouponProblem }).why };
  if (problem === 'wrongOutlet') return { reason: 'wrongOutlet' };
  if (problem === 'conflict') return { reason: 'again' };
  return { reason: isOneOf(said, problem) ? problem : 'internal' };
}

const badField = (field: string): OwnReason =>
  field === 'priceId' ? 'priceChanged' : field === 'agreed' ? 'agreement' : 'again';

const choiceNames = ['priceId', 'payType', 'coupon'] as const;
const maxChars = 64;

type Fields = Record<string, unknown>;

const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' && value.length <= maxChars ? value : undefined;
};

const choiceOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    choiceNames.flatMap((name) => {
      const value = textIn(fields, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Returns to the page of the chair, with the choice and the reason of the refusal. */
export function pageAgain(fields: Fields, { reason, wait, why }: Refusal): string {
  const deviceId = textIn(fields, 'deviceId');
  if (deviceId === undefined) return pages.index;
  const seconds: Record<string, string> = wait === undefined ? {} : { wait: String(wait) };
  return pageUrl(pages.index, { deviceId, ...choiceOf(fields), refused: reason, ...(why && { why }), ...seconds });
}

/**
 * The reason in the address of a page. A provider's cancel link says that nothing was paid, which is not certain as
 * long as the order can still be paid.
 */
export const reasonIn = (query: Fields, isUnpaid = false): string | undefined =>
  textIn(query, 'refused') ?? (query.payment === 'failed' ? (isUnpaid ? 'unpaid' : 'notPaid') : undefined);

/** The guest who sees a page again. */
interface Visitor {
  name: string;
  /** Whether one of their orders awaits its payment. */
  isUnpaid: boolean;
}

/**
 * The message and selection of a chair's page, from its address. Anybody may have written the address, so it only
 * selects among our sentences.
 */
export function repeatedPage(
  query: Fields,
  language: Language,
  visitor: Visitor | undefined,
): Pick<ChairPageState, 'choice' | 'refusal'> {
  const choice: PayChoice = choiceOf(query);
  const reason = reasonIn(query, visitor?.isUnpaid);
  const message = reason && messageOf(reason, query, language, visitor?.name);
  return {
    ...(Object.keys(choice).length > 0 && { choice }),
    ...(message && { refusal: { message, isCoupon: isCoupon(reason) } }),
  };
}

function messageOf(reason: string, query: Fields, language: Language, name = ''): string | undefined {
  if (isOneOf(own, reason)) return phrases[language].payForm[reason];
  if (reason === 'wrongOutlet')
    return name === '' ? undefined : errorMessage({ problem: reason, params: { name } }, language);
  if (isCoupon(reason)) return errorMessage({ problem: reason, params: { why: whyIn(query) } }, language);
  if (reason === 'tooMany') return errorMessage({ problem: reason, params: { seconds: waitIn(query) } }, language);
  if (reason !== 'internal' && !isOneOf(said, reason)) return undefined;
  return errorMessage({ problem: reason, params: undefined }, language);
}

const whyIn = ({ why }: Fields): CouponProblem => couponProblems.find((each) => each === why) ?? 'unknown';

const waitIn = ({ wait }: Fields): number => (typeof wait === 'string' && /^\d{1,4}$/.test(wait) ? Number(wait) : 60);
