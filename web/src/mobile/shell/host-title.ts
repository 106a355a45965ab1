interface AlipayBridge {
  call(name: 'setTitle', options: { title: string }): void;
}
declare global {
  interface Window {
    AlipayJSBridge?: AlipayBridge;
  }
}

/** Sets the document title and the title bar of the host app. WeChat follows the document; Alipay needs a call. */
export function setHostTitle(title: string): void {
  document.title = title;
  window.AlipayJSBridge?.call('setTitle', { title });
}
