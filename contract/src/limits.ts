/** The limits of server and web app. */
export const limits = {
  bodyBytes: 1024 * 1024,
  pageDefault: 20,
  pageMax: 100,
  periodYears: 3,
  descriptionChars: 140,
  replyChars: 140,
  feedbackFiles: 52,
  pictureBytes: 20 * 1024 * 1024,
  picturePixels: 100_000_000, // more than any phone takes, less than crashes a browser
  videoBytes: 100 * 1024 * 1024,
  smsCodeDigits: 6,
  smsResendSeconds: 60,
  startSeconds: 10,
  activationsPerMinute: 10, // of one end user
  offlineSeconds: 75,
  eventHours: 24, // a chair's clock is trusted this far into the past,
  replayedEventHours: 31 * 24, // and this far for what it replays after a time offline
  abnormalMinutes: 10,
  requestSeconds: 60,
  headSeconds: 20, // to receive the head of a request,
  bodySeconds: 30, // and its body, unless it is an upload
  uploadSeconds: 30 * 60, // a video over a slow connection
  chairMessageBytes: 8 * 1024,
} as const;
