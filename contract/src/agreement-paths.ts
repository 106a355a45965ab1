/** The agreements as separate pages, for browsers without scripts. */
export const agreementPaths = {
  userAgreement: '/agreements/user-agreement',
  privacyNotice: '/agreements/privacy-notice',
} as const;
