/** The phone that everything is tried on. */
export const phone = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  // It would answer for the server, and hide from tests what the server is asked.
  serviceWorkers: 'block',
  // Tests would wait for what moves; those that are about moving ask for it.
  reducedMotion: 'reduce',
} as const;
