/** The bridge that WeChat puts into its own browser, sometimes only after the page has loaded. */
interface WeixinBridge {
  invoke(name: 'getBrandWCPayRequest', params: object, done: (answer: { err_msg?: string }) => void): void;
}

/** What is needed of the window, its document included. */
interface BridgeHost {
  WeixinJSBridge?: WeixinBridge;
  document: Pick<Document, 'addEventListener' | 'removeEventListener'>;
}

/** `paid` is what WeChat says: the server asks the provider before anybody relies on it. */
export type BridgeOutcome = 'paid' | 'cancelled' | 'failed';

const outcomes: Record<string, BridgeOutcome> = {
  'get_brand_wcpay_request:ok': 'paid',
  'get_brand_wcpay_request:cancel': 'cancelled',
};

/** Without a bridge after this long, the page is not inside WeChat. */
const bridgeWaitMs = 5_000;

/** Opens WeChat's own payment sheet with the signed parameters of a payment. */
export async function payWithWechat(
  params: Record<string, string>,
  host: BridgeHost = window as BridgeHost,
  waitMs = bridgeWaitMs,
): Promise<BridgeOutcome> {
  const bridge = host.WeixinJSBridge ?? (await bridgeReady(host, waitMs));
  if (!bridge) return 'failed';
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', params, ({ err_msg = '' }) => resolve(outcomes[err_msg] ?? 'failed'));
  });
}

function bridgeReady(host: BridgeHost, waitMs: number): Promise<WeixinBridge | undefined> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      host.document.removeEventListener('WeixinJSBridgeReady', done);
      resolve(host.WeixinJSBridge);
    };
    const timer = setTimeout(done, waitMs);
    host.document.addEventListener('WeixinJSBridgeReady', done);
  });
}
