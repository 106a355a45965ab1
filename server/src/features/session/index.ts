export { accountChanged } from './channels.ts';
export type { MoveAccount } from './guest-merge.ts';
export { oldGuests } from './guests.sql.ts';
export { type Guests, makeGuests } from './guests.ts';
export {
  addManager,
  disableManager,
  enableManager,
  listManagers,
  type Manager,
  resetManagerPassword,
  setManagerOutlets,
  setManagerPermissions,
} from './managers.admin.ts';
export {
  addMember,
  bindMember,
  disableMember,
  enableMember,
  listMembers,
  type Member,
  unbindMember,
} from './members.admin.ts';
export { adminMobile } from './mobiles.ts';
export { generatePassword } from './passwords.rules.ts';
export { hashPassword, randomToken, sha256 } from './passwords.ts';
export { eraseAccounts, exportAccounts, lockAccountsOf, lockGuest } from './personal-data.ts';
export { sessionHandlers } from './session.routes.ts';
export { makeSessions, type Sessions } from './session.service.ts';
export { isOurKey, oldSessions, recentCallers } from './session.sql.ts';
export { clearSession, endUserOf, keepSession, readSession, setSession } from './session-cookie.ts';
export { makeSmsBudget } from './sms-budget.ts';
export { makeSmsCodes } from './sms-codes.ts';
export type { Wallet } from './wallet.port.ts';
export { hasWallet, makeWalletLogin, walletUserOf } from './wallet-login.ts';
