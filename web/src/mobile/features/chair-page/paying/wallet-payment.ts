import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { ApiError } from '../../../../platform/api-error.ts';
import { browserKind } from '../../../../platform/browser-kind.ts';
import { optionalCall } from '../../../../platform/optional-call.ts';
import { tabValue } from '../../../../platform/storage.ts';
import { readJson } from '../../../../platform/stored-json.ts';
import { api } from '../../../data/api.ts';
import { isConfirmedByWallet, keepWalletSession, nextNotice } from '../../session/index.ts';
import { isPayAddress, type StartIntent } from '../../starting/index.ts';

/** Set in a tab in which a wallet could not identify its user. */
const walletFailed = tabValue('walletFailed');
/** The payment that continues when the wallet has sent the payer back. */
const walletPayment = tabValue('walletPayment');

/**
 * Paying inside a wallet. The tap on Pay first asks the wallet to identify its user, without interaction: the browser
 * goes there and comes back to the wallet page, and the payment continues automatically.
 */

interface WalletPayment {
  intent: StartIntent;
  /** When the wallet confirmed its user, so that the payment may continue. */
  confirmedAt?: number;
}

const store = (payment: WalletPayment) => walletPayment.set(JSON.stringify(payment));

function stored(): WalletPayment | null {
  return readJson(walletPayment.get()) as WalletPayment | null;
}

/** WeChat accepts payments only from an identified user, Alipay also from one that it could not identify. */
export function needsWallet(payType: string): boolean {
  if (browserKind === 'other' || payType !== browserKind || isConfirmedByWallet()) return false;
  return browserKind === 'wechat' || walletFailed.get() === null;
}

/** Redirects to the wallet. Returns only if the server knows no such wallet; otherwise the page is left. */
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

/** After this time a payment no longer continues automatically, because the chair may have been taken meanwhile. */
const goesOnWithinMs = 60_000;

/** Takes the payment to continue, once. Undefined if the payer came back without having been identified. */
export function takeConfirmedPayment(deviceId: string): StartIntent | null {
  const payment = stored();
  walletPayment.remove();
  if (payment?.confirmedAt === undefined || Date.now() - payment.confirmedAt > goesOnWithinMs) return null;
  return payment.intent.deviceId === deviceId ? payment.intent : null;
}

const said: readonly number[] = [errors.walletFailed.code, errors.walletSnapshot.code];

/**
 * On the page to which a wallet sends the payer back: logs in and continues. A failure is shown there, without a retry.
 */
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
