import { browserKindOf } from '@recline/contract/browser-kind';
import { limits } from '@recline/contract/limits';
import type { starting } from '@recline/contract/starting';
import type { Caller, Context } from '../../../platform/http/caller.ts';
import type { HandlersOf } from '../../../platform/http/calls.ts';
import type { Orders } from '../environment.ts';
import type { WaitingPayer } from './limits.ts';
import { payOrder } from './pay.service.ts';
import { deviceStatus, priceGroup, quoteOf } from './quote.service.ts';
import { startChair } from './start.service.ts';

type StartingCalls = HandlersOf<typeof starting>;

interface PayerDeps {
  /** The server's address for payers; without the setting, the origin of the request. */
  publicUrl: string | undefined;
  /** The id of an account's user in a wallet: some wallets let only that user pay. */
  walletUserOf(accountId: number, wallet: string): Promise<string | undefined>;
  /** Whether the account is the user of any wallet. */
  hasWallet(accountId: number): Promise<boolean>;
}

/** With the seconds that this client waits for its turn. */
export type PayerOf = (
  context: Pick<Context, 'request' | 'language' | 'caller' | 'aside'>,
  patience?: number,
) => Promise<WaitingPayer>;

export const makePayerOf =
  ({ publicUrl, walletUserOf, hasWallet }: PayerDeps): PayerOf =>
  // Without a limit: the turn always comes earlier than that.
  async ({ request, language, caller, aside }, patience = limits.turnSeconds + 2) => {
    const browser = browserKindOf(request.headers['user-agent'] ?? '');
    const walletUser = browser === 'other' ? undefined : await walletUserOf(caller.accountId, browser);
    return {
      language,
      origin: publicUrl ?? `${request.protocol}://${request.host}`,
      ip: request.ip,
      browser,
      ...(walletUser !== undefined && { walletUser }),
      patienceMs: patience * 1000,
      hasWallet: () => hasWallet(caller.accountId),
      aside,
    };
  };

interface StartingDeps {
  orders: Orders;
  adverts: StartingCalls['adverts'];
  payerOf: PayerOf;
  /** Records that a payer accepted the agreements, in the version that was shown. */
  recordConsent(caller: Caller, agreed: string | undefined): Promise<void>;
}

export function startingHandlers({ orders, adverts, payerOf, recordConsent }: StartingDeps): StartingCalls {
  return {
    deviceStatus: ({ deviceId }, { caller }) => deviceStatus(orders, caller, deviceId),
    priceGroup: ({ deviceId }) => priceGroup(orders, deviceId),
    adverts,
    quote: (input, { caller, address }) => quoteOf(orders, caller, input, address),
    activate: async (input, context) => {
      await recordConsent(context.caller, input.agreed);
      return startChair(orders, context.caller, input, await payerOf(context, input.patience));
    },
    pay: async (input, context) => payOrder(orders, context.caller, input, await payerOf(context, input.patience)),
  };
}
