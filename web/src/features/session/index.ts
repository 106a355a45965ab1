export {
  ensureSession,
  isConfirmedByWallet,
  keepNumberSession,
  keepWalletSession,
  withSession,
} from './guest-session.ts';
export { loadSmsForm } from './load-sms-form.ts';
export type { LoggedIn } from './password-login.ts';
export { sendToLogin, token, watchSession } from './session.ts';
export { accountName, loadSession, refreshUser, setUser, type User, useSystemInfo, useUser } from './user.ts';
export { ZoneNote } from './zone-note.tsx';
