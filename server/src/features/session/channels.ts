import { channel } from '../../platform/notify.ts';

/** Sent by triggers when an account, its permissions or its sessions change. */
export const accountChanged = channel<{ accountId: number }>('account');
