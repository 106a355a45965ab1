/** The emulated phone of all tests. */
export const phone = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  // A service worker would hide requests from the tests.
  serviceWorkers: 'block',
  // Tests would wait for animations; those about animations enable them.
  reducedMotion: 'reduce',
} as const;
