export {
  ensureSession,
  isConfirmedByWallet,
  keepNumberSession,
  keepWalletSession,
  resumeSession,
  SessionLost,
  withSession,
} from './guest-session.ts';
export { loadSmsForm } from './load-sms-form.ts';
export type { LoggedIn } from './password-login.ts';
export { sendToLogin, token, watchSession } from './session.ts';
export { lastRole, nextNotice, returnTo, scannedChair, withoutNumber } from './stored.ts';
export { accountName, loadSession, refreshUser, setUser, type User, useSystemInfo, useUser } from './user.ts';
