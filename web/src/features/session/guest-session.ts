import { endsSession } from '../../platform/answer.ts';
import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { keys, local } from '../../platform/storage.ts';
import { toast } from '../../platform/toast.ts';

/** Opens a session for somebody who has none: paying needs no login. */
export async function ensureSession(): Promise<void> {
  if (local.get(keys.token)) return;
  const { accessToken } = await api.session.guest();
  local.set(keys.token, accessToken);
  local.set(keys.role, 'consumer');
  local.set(keys.withoutNumber, 'yes');
}

/** Whether the wallet in which the page is open has said who its user is, for this session. */
export function isConfirmedByWallet(): boolean {
  const token = local.get(keys.token);
  return token !== null && local.get(keys.walletToken) === token;
}

/** A login by the wallet. Whoever had a session without a number still has none, as far as this phone knows. */
export function keepWalletSession(accessToken: string): void {
  if (local.get(keys.token) === null) local.set(keys.withoutNumber, 'yes');
  local.set(keys.token, accessToken);
  local.set(keys.walletToken, accessToken);
  local.set(keys.role, 'consumer');
}

/** Does the work with a session. Where the session has ended, it goes on as a new guest; who was known is told. */
export async function withSession<T>(work: () => Promise<T>): Promise<T> {
  await ensureSession();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !endsSession(error)) throw error;
    if (!local.get(keys.withoutNumber)) toast(error.message);
    local.remove(keys.token);
    await ensureSession();
    return work();
  }
}

/** A login by SMS on a page that stays open. What a wallet has confirmed moves along. */
export function keepNumberSession(accessToken: string): void {
  if (isConfirmedByWallet()) local.set(keys.walletToken, accessToken);
  local.set(keys.token, accessToken);
  local.set(keys.role, 'consumer');
  local.remove(keys.withoutNumber);
}
