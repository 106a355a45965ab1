import { yuan } from '../core/bills.ts';
import { cashierPage, outcomePage } from '../core/cashier.ts';
import { type Answer, type Call, redirect } from '../core/http.ts';
import type { makeSessions } from './sessions.ts';
import type { Session } from './state.ts';

const brand = { brand: 'Stripe Checkout', colour: '#4b45c6' };
export const cashierPath = '/c/pay/';
const later = {
  zh_CN: '以稍后确认的方式支付',
  en_US: 'Pay with a method that confirms later',
  id_ID: 'Bayar dengan metode yang dikonfirmasi nanti',
};

/** The page behind a session's URL. */
export function makeCashier(sessions: ReturnType<typeof makeSessions>) {
  async function handle(call: Call): Promise<Answer | undefined> {
    if (!call.url.pathname.startsWith(cashierPath)) return undefined;
    const session = sessions.find(call.url.pathname.slice(cashierPath.length));
    if (session.status !== 'open') {
      const outcome = session.status === 'expired' ? 'expired' : 'paid';
      return outcomePage(call, { ...brand, outcome, backTo: session.cancelUrl ?? undefined });
    }
    return call.method === 'POST' ? decide(call, session) : show(call, session);
  }

  const show = (call: Call, { amount, currency, name }: Session) =>
    cashierPage(call, {
      ...brand,
      amount: `${currency.toUpperCase()} ${yuan(amount)}`,
      description: name,
      action: call.target,
      more: [{ decision: 'payLater', label: later }],
    });

  function decide(call: Call, session: Session): Answer {
    const decision = new URLSearchParams(call.body.toString()).get('decision');
    if (decision === 'giveUp') return redirect(session.cancelUrl ?? session.successUrl);
    void sessions.pay(session, { later: decision === 'payLater' });
    return redirect(session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id));
  }

  return { handle };
}
