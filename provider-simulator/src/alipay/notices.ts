import { yuan } from '../core/bills.ts';
import { beijingText } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import type { Notice } from '../core/notices.ts';
import { hex } from '../core/random.ts';
import { type Params, signText, signWith } from './gateway.ts';
import type { PlatformKey } from './platform-key.ts';
import type { AlipayTrade } from './state.ts';

/** A signed notice about a trade, as a form. The same notice keeps its id however often it is sent. */
export function makeNotice(
  context: Context,
  key: PlatformKey,
  url: string,
  trade: AlipayTrade,
  more: Params = {},
): Notice {
  const { keys, clocks } = context;
  const amount = yuan(trade.amount);
  const params: Params = {
    notify_time: beijingText(clocks.signing('alipay') * 1000),
    notify_type: 'trade_status_sync',
    notify_id: hex(17),
    app_id: keys.alipay.appId,
    charset: 'utf-8',
    version: '1.0',
    trade_no: trade.tradeNo,
    out_trade_no: trade.number,
    buyer_id: '2088101117955611',
    seller_id: keys.alipay.sellerId,
    trade_status: trade.status,
    total_amount: amount,
    receipt_amount: amount,
    buyer_pay_amount: amount,
    subject: trade.subject,
    gmt_create: beijingText(trade.createdAt),
    ...(trade.paidAt ? { gmt_payment: beijingText(trade.paidAt) } : {}),
    ...(trade.passback ? { passback_params: trade.passback } : {}),
    // A per cent sign and a plus in a value: readers must decode once, and only once.
    fund_bill_list: `[{"amount":"${amount}","fundChannel":"ALIPAYACCOUNT","note":"100%+"}]`,
    ...more,
  };
  return {
    provider: 'alipay',
    number: more.out_biz_no ?? trade.number,
    url,
    make(flaw) {
      const sign = signWith(flaw ? key.stranger() : key.current(), signText(params, ['sign', 'sign_type']));
      const garbage = flaw === 'signTest' ? `!${sign}` : sign;
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: new URLSearchParams({ ...params, sign_type: 'RSA2', sign: garbage }).toString(),
      };
    },
    isTaken: (status, body) => status === 200 && body === 'success',
  };
}
