interface AlipayBridge {
  call(name: 'setTitle', options: { title: string }): void;
}
declare global {
  interface Window {
    AlipayJSBridge?: AlipayBridge;
  }
}

/** The title of the browser's or the host app's own bar. WeChat follows the document; Alipay is told. */
export function setHostTitle(title: string): void {
  document.title = title;
  window.AlipayJSBridge?.call('setTitle', { title });
}
