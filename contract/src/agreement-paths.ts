/** The agreements as pages of their own, for browsers without scripts. */
export const agreementPaths = {
  userAgreement: '/agreements/user-agreement',
  privacyNotice: '/agreements/privacy-notice',
} as const;
