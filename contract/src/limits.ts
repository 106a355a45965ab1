/** The limits of server and web app. */
export const limits = {
  bodyBytes: 1024 * 1024,
  callBytes: 16 * 1024, // of one call's body, unless it says more
  pageDefault: 20,
  pageMax: 100,
  periodYears: 3,
  descriptionChars: 140,
  replyChars: 140,
  proseBytes: 2048, // a character that people see may be many code points
  feedbackFiles: 52,
  reportsPerDay: 3, // about a chair without an order, of one account,
  reportsPerDayAndAddress: 50, // and of one address
  pictureBytes: 20 * 1024 * 1024,
  picturePixels: 100_000_000, // more than any phone takes, less than crashes a browser
  videoBytes: 100 * 1024 * 1024,
  smsCodeDigits: 6,
  smsCodeMinutes: 5, // how long a code is valid
  smsResendSeconds: 60,
  startSeconds: 10,
  startsPerMinute: 10, // of one end user
  returnKeyDays: 180, // for which a payer's return address shows its order
  freeChairs: 5, // offered instead of a chair that is not available,
  freeChairsPerMinute: 60, // asked for by one address
  turnSeconds: 45, // the longest wait for one's turn to pay
  offlineSeconds: 75,
  eventHours: 24, // a chair's clock is trusted this far into the past,
  replayedEventHours: 31 * 24, // and this far for what it replays after a time offline
  abnormalMinutes: 10,
  requestSeconds: 60,
  headSeconds: 20, // to receive the head of a request,
  bodySeconds: 30, // and its body, unless it is an upload
  readSeconds: 30, // for each MiB of its answer to be read
  heldBytes: 64 * 1024 * 1024, // bodies and unread answers in memory, of all connections
  uploadSeconds: 30 * 60, // a video over a slow connection,
  uploadStallSeconds: 60, // with no byte received for this long
  uploadsAtOnce: 10, // of one account
  uploadBytesPerDay: 20 * 1024 * 1024, // without an order, of one account,
  uploadBytesPerDayAndAddress: 500 * 1024 * 1024, // and of one address
  revenueSeconds: 5, // between two events about an outlet's income, and two refreshes of the overview
  chairMessageBytes: 8 * 1024,
} as const;
