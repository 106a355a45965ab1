import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { api } from '../../platform/api.ts';
import { ApiError, hasCode } from '../../platform/api-error.ts';
import { browserKind } from '../../platform/browser-kind.ts';
import { keys, tab } from '../../platform/storage.ts';
import { isConfirmedByWallet, keepWalletSession } from '../session/index.ts';
import { isPayAddress, type StartIntent } from '../starting/index.ts';

/**
 * Paying inside a wallet. The tap on Pay first asks the wallet who its user is, without the user noticing: the browser
 * goes there and comes back to the wallet page, and the payment goes on by itself.
 */

interface WalletPayment {
  intent: StartIntent;
  /** When the wallet confirmed its user, so that the payment may go on. */
  confirmedAt?: number;
}

const store = (payment: WalletPayment) => tab.set(keys.walletPayment, JSON.stringify(payment));

function stored(): WalletPayment | null {
  const text = tab.get(keys.walletPayment);
  return text === null ? null : (JSON.parse(text) as WalletPayment);
}

/** WeChat takes money only from a user that it has named; Alipay also from a guest, where it could not name one. */
export function needsWallet(payType: string): boolean {
  if (browserKind === 'other' || payType !== browserKind || isConfirmedByWallet()) return false;
  return browserKind === 'wechat' || tab.get(keys.walletFailed) === null;
}

/** Leaves for the wallet. Returns where the server knows no such wallet; else the page is gone. */
export async function leaveForWallet(intent: StartIntent): Promise<void> {
  if (browserKind === 'other') return;
  const returnTo = pageUrl(pages.index, { deviceId: intent.deviceId });
  try {
    const { url } = await api.session.walletStart({ wallet: browserKind, returnTo });
    if (!isPayAddress(url, location.href)) throw new Error('The address of the wallet is wrong');
    store({ intent });
    location.replace(url);
    await new Promise<never>(() => {});
  } catch (error) {
    if (!hasCode(error, errors.notFound.code)) throw error;
  }
}

/** Later than this nobody expects a payment to go on by itself: the chair may have been taken meanwhile. */
const goesOnWithinMs = 60_000;

/** The payment to go on with, once. Nothing where the payer came back without having been confirmed. */
export function takeConfirmedPayment(deviceId: string): StartIntent | null {
  const payment = stored();
  tab.remove(keys.walletPayment);
  if (payment?.confirmedAt === undefined || Date.now() - payment.confirmedAt > goesOnWithinMs) return null;
  return payment.intent.deviceId === deviceId ? payment.intent : null;
}

const said: readonly number[] = [errors.walletFailed.code, errors.walletSnapshot.code];

/** On the page to which a wallet sends the payer back: logs in and goes on. A failure is said there, and nothing is tried again. */
export async function finishWalletLogin(failed: string): Promise<void> {
  const search = new URLSearchParams(location.search);
  const payment = stored();
  const back = payment ? pageUrl(pages.index, { deviceId: payment.intent.deviceId }) : pages.index;
  try {
    const { accessToken, returnTo } = await api.session.walletLogin({
      wallet: search.get('wallet') === 'alipay' ? 'alipay' : 'wechat',
      code: search.get('code') ?? search.get('auth_code') ?? '',
      state: search.get('state') ?? '',
    });
    keepWalletSession(accessToken);
    if (payment) store({ ...payment, confirmedAt: Date.now() });
    location.replace(returnTo);
  } catch (error) {
    const message = error instanceof ApiError && said.includes(error.code ?? 0) ? error.message : failed;
    tab.set(keys.notice, message);
    tab.set(keys.walletFailed, 'yes');
    location.replace(back);
  }
}
