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

/** A login by SMS on a page that stays open. */
export function keepNumberSession(accessToken: string): void {
  local.set(keys.token, accessToken);
  local.set(keys.role, 'consumer');
  local.remove(keys.withoutNumber);
}
