/** The bridge that WeChat puts into its own browser, sometimes only after the page has loaded. */
interface WeixinBridge {
  invoke(name: 'getBrandWCPayRequest', params: object, done: (answer: { err_msg?: string }) => void): void;
}

/** The bridge in Alipay's own browser. */
interface AlipayBridge {
  call(name: 'tradePay', params: { tradeNO: string }, done: (answer: { resultCode?: string | number }) => void): void;
}

/** The parts of the window that are needed, including its document. */
interface BridgeHost {
  WeixinJSBridge?: WeixinBridge;
  AlipayJSBridge?: AlipayBridge;
  document: Pick<Document, 'addEventListener' | 'removeEventListener'>;
}

/** `paid` is WeChat's claim, which the server verifies with the provider before anything relies on it. */
export type BridgeOutcome = 'paid' | 'cancelled' | 'failed';

const outcomes: Record<string, BridgeOutcome> = {
  'get_brand_wcpay_request:ok': 'paid',
  'get_brand_wcpay_request:cancel': 'cancelled',
};

/** 9000: paid; 6001: the payer left. */
const alipayOutcomes: Record<string, BridgeOutcome> = { '9000': 'paid', '6001': 'cancelled' };

/** Without a bridge after this time, the page is not inside the wallet. */
const bridgeWaitMs = 5_000;

/** Opens WeChat's own payment sheet with the signed parameters of a payment. */
export async function payWithWechat(
  params: Record<string, string>,
  host: BridgeHost = window as BridgeHost,
  waitMs = bridgeWaitMs,
): Promise<BridgeOutcome> {
  const bridge = host.WeixinJSBridge ?? (await bridgeReady(host, 'WeixinJSBridge', waitMs));
  if (!bridge) return 'failed';
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', params, ({ err_msg = '' }) => resolve(outcomes[err_msg] ?? 'failed'));
  });
}

/** Opens Alipay's own payment sheet for a trade. */
export async function payWithAlipay(
  tradeNo: string,
  host: BridgeHost = window as BridgeHost,
  waitMs = bridgeWaitMs,
): Promise<BridgeOutcome> {
  const bridge = host.AlipayJSBridge ?? (await bridgeReady(host, 'AlipayJSBridge', waitMs));
  if (!bridge) return 'failed';
  return new Promise((resolve) => {
    bridge.call('tradePay', { tradeNO: tradeNo }, ({ resultCode = '' }) =>
      resolve(alipayOutcomes[String(resultCode)] ?? 'failed'),
    );
  });
}

function bridgeReady<N extends 'WeixinJSBridge' | 'AlipayJSBridge'>(
  host: BridgeHost,
  name: N,
  waitMs: number,
): Promise<BridgeHost[N] | undefined> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      host.document.removeEventListener(`${name}Ready`, done);
      resolve(host[name]);
    };
    const timer = setTimeout(done, waitMs);
    host.document.addEventListener(`${name}Ready`, done);
  });
}
