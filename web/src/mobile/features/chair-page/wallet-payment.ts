import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { ApiError } from '../../../platform/api-error.ts';
import { browserKind } from '../../../platform/browser-kind.ts';
import { optionalCall } from '../../../platform/optional-call.ts';
import { tabValue } from '../../../platform/storage.ts';
import { readJson } from '../../../platform/stored-json.ts';
import { api } from '../../data/api.ts';
import { isConfirmedByWallet, keepWalletSession, nextNotice } from '../session/index.ts';
import { isPayAddress, type StartIntent } from '../starting/index.ts';

/** Set in a tab in which a wallet could not say who its user is. */
const walletFailed = tabValue('walletFailed');
/** The payment that goes on when the wallet has sent the payer back. */
const walletPayment = tabValue('walletPayment');

/**
 * Paying inside a wallet. The tap on Pay first asks the wallet who its user is, without the user noticing: the browser
 * goes there and comes back to the wallet page, and the payment goes on by itself.
 */

interface WalletPayment {
  intent: StartIntent;
  /** When the wallet confirmed its user, so that the payment may go on. */
  confirmedAt?: number;
}

const store = (payment: WalletPayment) => walletPayment.set(JSON.stringify(payment));

function stored(): WalletPayment | null {
  return readJson(walletPayment.get()) as WalletPayment | null;
}

/** WeChat takes money only from a user that it has named; Alipay also from a guest, where it could not name one. */
export function needsWallet(payType: string): boolean {
  if (browserKind === 'other' || payType !== browserKind || isConfirmedByWallet()) return false;
  return browserKind === 'wechat' || walletFailed.get() === null;
}

/** Leaves for the wallet. Returns where the server knows no such wallet; else the page is gone. */
export async function leaveForWallet(intent: StartIntent): Promise<void> {
  if (browserKind === 'other') return;
  const returnTo = pageUrl(pages.index, { deviceId: intent.deviceId });
  const wallet = browserKind;
  const url = await optionalCall(
    'session.walletStart',
    async () => (await api.session.walletStart({ wallet, returnTo })).url,
    () => null,
  );
  if (url === null) return;
  if (!isPayAddress(url, location.href)) throw new Error('The address of the wallet is wrong');
  store({ intent });
  location.replace(url);
  await new Promise<never>(() => {});
}

/** Later than this nobody expects a payment to go on by itself: the chair may have been taken meanwhile. */
const goesOnWithinMs = 60_000;

/** The payment to go on with, once. Nothing where the payer came back without having been confirmed. */
export function takeConfirmedPayment(deviceId: string): StartIntent | null {
  const payment = stored();
  walletPayment.remove();
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
    nextNotice.set(message);
    walletFailed.set('yes');
    location.replace(back);
  }
}
