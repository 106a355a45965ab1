import { limits } from '@recline/contract/limits';
import { freeChairsLimit } from '@recline/server/features/chair-page/chair-page.service';
import { maxStreamsPerAccount } from '@recline/server/features/events/events.service';
import { reportsOfAccount, reportsOfAddress } from '@recline/server/features/feedback/feedback.service';
import { stopsAtOnce } from '@recline/server/features/orders/chair/stops.rules';
import { misses } from '@recline/server/features/orders/list/order-search';
import {
  payingOfAccount,
  payingOfOrder,
  placing,
  wrongOfAccount,
  wrongOfAddress,
} from '@recline/server/features/orders/placing/limits';
import { pdfLimit } from '@recline/server/features/orders/receipts/receipt.service';
import { askAgainMs, mostAttempts } from '@recline/server/features/payments/attempts/attempts';
import { maxForgedPerMinute } from '@recline/server/features/payments/notices/forged-limits';
import { guestLimit } from '@recline/server/features/session/guests';
import * as session from '@recline/server/features/session/session.rules';
import { hourlyLimit } from '@recline/server/features/session/sms-budget.rules';
import { notSent } from '@recline/server/features/session/sms-codes';
import * as codes from '@recline/server/features/session/sms-codes.rules';
import { authorisations } from '@recline/server/features/session/wallet-login';
import { leastBytes, ticketsOfAccount, ticketsOfAddress } from '@recline/server/features/uploads/uploads.rules';
import { maxUnacknowledged, reconnectsASecond, reconnectsAtOnce } from '@recline/server/gateway/broker/broker';
import { framesASecond, framesAtOnce } from '@recline/server/gateway/broker/socket-limits';
import { eventsASecond, eventsAtOnce } from '@recline/server/gateway/event-rate';
import { usualValue } from '@recline/server/platform/env';
import { networkShares } from '@recline/server/platform/http/address';
import { publicCalls } from '@recline/server/platform/http/calls';
import type { RateLimit } from '@recline/server/platform/rate-limit';
import { usualTiming } from '@recline/server/timing';

/** The table of docs/security.md of what one address, account, number, chair and the whole installation may use. */

type Row = [what: string, most: string, file: string, title: string];

const n = (value: number): string => value.toLocaleString('en-US');
const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
const spans: [ms: number, name: string][] = [
  [24 * 3600_000, 'day'],
  [3600_000, 'hour'],
  [60_000, 'minute'],
];
function per(windowMs: number): string {
  const known = spans.find(([ms]) => ms === windowMs);
  return known ? `a ${known[1]}`.replace('a hour', 'an hour') : `in ${windowMs / 60_000} min`;
}
const rate = ({ max, windowMs }: Pick<RateLimit, 'max' | 'windowMs'>): string => `${n(max)} ${per(windowMs)}`;
const sessions = 'server/src/attacks/sessions.test.ts';
const sms = 'server/src/attacks/sms.test.ts';
const crowd = 'server/src/attacks/crowd-at-address.test.ts';
const withoutOrder = 'server/src/attacks/uploads-without-order.test.ts';
const coupons = 'server/src/attacks/coupons.test.ts';
const uploads = 'server/src/attacks/uploads.test.ts';
const rogue = 'server/src/attacks/rogue-chair.test.ts';
const feedback = 'server/src/features/feedback/feedback.test.ts';
const attempts = 'server/src/features/payments/attempts/attempts.test.ts';
const payers = 'server/src/attacks/payers.test.ts';
const askedAgain = 'whose provider does not answer can cause twenty queries for an order and forty for an account';
const { payingPace } = usualTiming.orders;

const groups: Record<string, Row[]> = {
  address: [
    [
      'passwords',
      rate({ max: session.maxAttemptsPerAddress, windowMs: session.attemptWindowMs }),
      sessions,
      'one password for many accounts is limited to thirty attempts per address, whatever address the caller claims',
    ],
    [
      'guests',
      rate(guestLimit),
      'server/src/features/session/end-users.test.ts',
      'is limited to two thousand per address in 15 minutes, even in parallel',
    ],
    [
      'wallet logins',
      rate(authorisations),
      'server/src/attacks/wallets.test.ts',
      'an address may ask for two thousand authorisations in 15 minutes, and more leave no rows',
    ],
    [
      'SMS codes',
      `${codes.maxCodesPerAddress} a day`,
      sms,
      'from one /56 or /48 are limited, and those from other networks are not',
    ],
    [
      'codes that no provider accepts',
      rate(notSent),
      'server/src/features/sms/sms.test.ts',
      'codes that no provider accepts are limited to sixty an hour for an address, because each causes calls to the provider',
    ],
    [
      'concurrent calls without a token; further ones wait',
      n(publicCalls.perKey),
      sessions,
      'of 80 simultaneous logins from one address thirty are checked, and managers are served meanwhile',
    ],
    [
      'orders placed concurrently; further ones wait',
      n(placing.perKey),
      crowd,
      'an honest first guest among them is not refused and has a way to pay',
    ],
    [
      `calls to payment providers for accounts that never paid; others wait, ${payingPace.maxWaitMs / 1000} s at most`,
      `${n(payingPace.perSecond)} a second, ${n(payingPace.atOnce)} at once`,
      'server/src/platform/turns.test.ts',
      'whatever the arrivals, no more get through in a period than the rate allows',
    ],
    [
      'wrong coupon numbers',
      rate(wrongOfAddress),
      coupons,
      'with many accounts gets three hundred wrong tries an hour from one address',
    ],
    [
      'queries for free chairs',
      rate(freeChairsLimit),
      'server/src/features/chair-page/chair-page.test.ts',
      'are returned sixty times a minute to an address',
    ],
    [
      'receipts rendered as PDF',
      rate(pdfLimit),
      'server/src/features/orders/receipts/receipt.test.ts',
      'is rendered at most thirty times a minute for an address',
    ],
    ['upload tickets', rate(ticketsOfAddress), uploads, 'are limited per account and period'],
    [
      'files without an order',
      `${mib(limits.uploadBytesPerDayAndAddress)} a day`,
      withoutOrder,
      'of all accounts without an order at one address are limited to 500 MiB a day',
    ],
    ['reports without an order', rate(reportsOfAddress), feedback, 'is accepted fifty times a day from an address'],
    [
      'all of these except passwords, for the enclosing IPv6 /56 and /48',
      `${networkShares.slice(1).join(' and ')} times as much; waiting callers share the queue of the /48`,
      'server/src/attacks/networks.test.ts',
      'reports are limited per /56 and /48, while those from elsewhere are accepted',
    ],
  ],
  account: [
    [
      'passwords',
      rate({ max: session.maxAttemptsPerAccount, windowMs: session.attemptWindowMs }),
      sessions,
      'passwords of one account in parallel is limited to five attempts in 15 minutes',
    ],
    [
      'orders',
      `${limits.startsPerMinute} a minute, one unpaid`,
      'server/src/attacks/holding-chairs.test.ts',
      'is refused after ten starts in a minute',
    ],
    ['requests for a way to pay, to providers', rate(payingOfAccount), payers, askedAgain],
    [
      'wrong coupon numbers',
      rate(wrongOfAccount),
      coupons,
      'gets ten wrong tries an hour, even in parallel, and then learns nothing about a right number',
    ],
    ['upload tickets', rate(ticketsOfAccount), uploads, 'are limited per account and period'],
    [
      'uploads at once',
      n(limits.uploadsAtOnce),
      uploads,
      'are limited in number for an account, without affecting others',
    ],
    [
      'files',
      `${n(Number(usualValue('UPLOAD_QUOTA_MB')))} MiB (\`UPLOAD_QUOTA_MB\`), each at least ${leastBytes / 1024} KiB; without an order ${mib(limits.uploadBytesPerDay)} a day`,
      withoutOrder,
      'of an account without an order are limited to 20 MiB a day, even in parallel; with an order more are accepted',
    ],
    [
      'reports without an order',
      rate(reportsOfAccount),
      feedback,
      'is accepted three times a day from an account, even in parallel, and refused ones do not count',
    ],
    [
      'open streams',
      n(maxStreamsPerAccount),
      sessions,
      'has at most twenty open streams: the next one ends its oldest, and nobody else’s',
    ],
    ['unused tickets for streams', n(session.maxTicketsPerAccount), sessions, 'has at most twenty unused tickets'],
    [
      'unknown numbers that a manager searches for',
      rate(misses),
      'server/src/features/orders/list/order-search.test.ts',
      'are limited to twenty an hour for a manager; then any other whole number is refused, known or not',
    ],
  ],
  order: [
    ['changes of the way to pay', n(mostAttempts - 1), attempts, 'can change its way at most five times per order'],
    ['requests for a way to pay, to its provider', rate(payingOfOrder), payers, askedAgain],
    [
      'requests to its provider to close a payment, to open another',
      `one in ${askAgainMs / 1000} s`,
      payers,
      'asking from many browsers closes the payment by one request, not by one each',
    ],
    [
      'queries to its provider for a returning payer',
      `one in ${askAgainMs / 1000} s`,
      attempts,
      'several times causes one query to the provider',
    ],
  ],
  'mobile number': [
    [
      'codes',
      codes.codeLimits.map(rate).join(', '),
      sms,
      'are limited to five an hour and ten a day, whatever the spelling of the number',
    ],
    [
      'wrong codes',
      `${codes.maxWrongCodes} an hour, ${codes.maxTriesPerCode} a code`,
      sms,
      'sixty guesses in twelve minutes, with fresh codes, are stopped at the tenth wrong one',
    ],
  ],
  chair: [
    [
      'connections',
      `${reconnectsASecond} a second, ${reconnectsAtOnce} at once`,
      'server/src/attacks/chair-connections.test.ts',
      'that connects 2,000 times, 50 at once, is accepted a few times, and other chairs are served meanwhile',
    ],
    [
      'events; others wait',
      `${eventsASecond} a second, ${eventsAtOnce} at once`,
      'server/src/gateway/event-rate.test.ts',
      'a burst is handled at once, the rest at five a second, in order, and nothing is dropped',
    ],
    [
      'messages of any kind',
      `${n(framesASecond)} a second, ${n(framesAtOnce)} at once, ${limits.chairMessageBytes / 1024} KiB each`,
      rogue,
      'that floods the server is disconnected, while a coin in another chair counts',
    ],
    [
      'messages to it without an acknowledgement',
      n(maxUnacknowledged),
      rogue,
      'that never acknowledges its messages is disconnected, and its queue is bounded',
    ],
    [
      'stops of an order that it keeps reporting',
      `${stopsAtOnce}, then less and less often`,
      rogue,
      'that keeps reporting the start of an order that is over is sent only a few stop commands',
    ],
  ],
  installation: [
    [
      'forged notices stored',
      `${n(maxForgedPerMinute)} a minute`,
      'server/src/features/payments/notices/notices.test.ts',
      'that is forged is always counted, but stored and logged only a few times out of hundreds; a genuine one is accepted',
    ],
    [
      'SMS codes',
      `${n(Number(usualValue('SMS_DAILY_LIMIT')))} a day (\`SMS_DAILY_LIMIT\`), ${n(hourlyLimit(Number(usualValue('SMS_DAILY_LIMIT'))))} an hour`,
      sms,
      'codes for the installation are limited by the hour; a fifth is kept for numbers with an account',
    ],
  ],
};

const words = 4;

/** The beginning of a title, by which `scripts/promises.test.ts` finds the test. */
const beginning = (title: string): string =>
  `${title
    .split(' ')
    .slice(0, words)
    .join(' ')
    .replace(/[,;:]$/, '')}…`;

/** A file of attacks is named as a whole, as everywhere in that page. */
const testOf = (file: string, title: string): string =>
  file.startsWith('server/src/attacks/') ? `\`${file}\`` : `\`${file}\`: “${beginning(title)}”`;

const line = (who: string, [what, most, file, title]: Row): string =>
  `| ${who} | ${what} | ${most} | ${testOf(file, title)} |`;

/** Titles of the tests that keep the limits; the page omits those in files of attacks. */
export const limitTests = Object.values(groups).flatMap((rows) => rows.map(([, , file, title]) => ({ file, title })));

const limitsTable = (): string =>
  [
    '| One | May use | At most | Test |',
    '|---|---|---|---|',
    ...Object.entries(groups).flatMap(([who, rows]) => rows.map((row, index) => line(index === 0 ? who : '', row))),
  ].join('\n');

const [begin, end] = ['<!-- limits: written by scripts/limits.ts -->', '<!-- end of limits -->'];

/** The page with the table generated from the code. */
export function withLimits(page: string): string {
  const [before = '', rest = ''] = page.split(begin);
  return `${before}${begin}\n${limitsTable()}\n${end}${rest.split(end)[1] ?? ''}`;
}
