import { statement } from '../../platform/db.ts';

export const insertState = statement<never, [Buffer, Buffer, string, string, Date]>(
  'walletLogin.insertState',
  `INSERT INTO wallet_states (state_hash, browser_hash, wallet, return_to, expires_at) VALUES ($1, $2, $3, $4, $5)`,
);
/** A state works once, whatever browser sends it. */
export const takeState = statement<
  { browser_hash: Buffer; wallet: string; return_to: string; expires_at: Date },
  [Buffer]
>(
  'walletLogin.takeState',
  'DELETE FROM wallet_states WHERE state_hash = $1 RETURNING browser_hash, wallet, return_to, expires_at',
);
export const deleteOldStates = statement<never, [Date]>(
  'walletLogin.deleteOldStates',
  'DELETE FROM wallet_states WHERE expires_at < $1',
);

interface WalletUser {
  account_id: number;
  disabled: boolean;
}
export const useWallet = statement<WalletUser, [string, string, Date]>(
  'walletLogin.use',
  `UPDATE wallets w SET last_used_at = $3 FROM accounts a
   WHERE w.wallet = $1 AND w.user_id = $2 AND a.id = w.account_id
   RETURNING w.account_id, a.disabled_at IS NOT NULL AS disabled`,
);
export const insertWallet = statement<never, [string, string, number, Date]>(
  'walletLogin.insert',
  `INSERT INTO wallets (wallet, user_id, account_id, created_at, last_used_at) VALUES ($1, $2, $3, $4, $4)`,
);
/** The wallet's user behind an account; the one used last, if there are several. */
export const walletUserOf = statement<{ user_id: string }, [number, string]>(
  'walletLogin.userOf',
  'SELECT user_id FROM wallets WHERE account_id = $1 AND wallet = $2 ORDER BY last_used_at DESC LIMIT 1',
);
export const hasWallet = statement<object, [number]>(
  'walletLogin.hasWallet',
  'SELECT FROM wallets WHERE account_id = $1 LIMIT 1',
);
