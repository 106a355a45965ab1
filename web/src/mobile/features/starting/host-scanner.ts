import type { BrowserKind } from '@recline/contract/browser-kind';

interface WeixinBridge {
  invoke(name: 'scanQRCode', options: object, done: (answer: { err_msg?: string; resultStr?: string }) => void): void;
}
interface AlipayScanBridge {
  call(
    name: 'scan',
    options: object,
    done: (answer: { error?: unknown; codeContent?: string; qrCode?: string }) => void,
  ): void;
}
interface HostWindow {
  WeixinJSBridge?: WeixinBridge;
  AlipayJSBridge?: unknown;
}

/** Resolves to the text of the code, or null if the user cancelled; rejects if the host refused. */
export type HostScan = () => Promise<string | null>;

const scanWithWechat = (bridge: WeixinBridge) =>
  new Promise<string | null>((resolve, reject) => {
    bridge.invoke('scanQRCode', { needResult: 1, scanType: ['qrCode'] }, ({ err_msg = '', resultStr }) => {
      if (err_msg.endsWith(':ok')) resolve(resultStr ?? '');
      else if (err_msg.endsWith(':cancel')) resolve(null);
      else reject(new Error(err_msg));
    });
  });

const alipayCancelled = 10;
const scanWithAlipay = (bridge: AlipayScanBridge) =>
  new Promise<string | null>((resolve, reject) => {
    bridge.call('scan', { type: 'qr' }, ({ error, codeContent, qrCode }) => {
      if (Number(error) === alipayCancelled) resolve(null);
      else if (error) reject(new Error(String(error)));
      else resolve(codeContent ?? qrCode ?? '');
    });
  });

/** The scanner of the host app, if it is configured and its bridge is available. */
export function hostScanner(browser: BrowserKind, setUp: readonly string[], host: HostWindow): HostScan | null {
  if (!setUp.includes(browser)) return null;
  const { WeixinJSBridge: weixin, AlipayJSBridge: alipay } = host;
  if (browser === 'wechat' && weixin) return () => scanWithWechat(weixin);
  if (browser === 'alipay' && alipay) return () => scanWithAlipay(alipay as AlipayScanBridge);
  return null;
}
