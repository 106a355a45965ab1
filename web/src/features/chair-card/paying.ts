import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { api } from '../../platform/api.ts';
import { agreedVersion } from '../agreements/index.ts';
import { withSession } from '../session/index.ts';
import { clearRequest, isSettled, newRequestId, requestIdFor, type StartIntent } from '../starting/index.ts';
import { leaveForWallet, needsWallet } from './wallet-payment.ts';

type Activated = OutputOf<Contract['starting']['activate']>;

/** Places the order: with a session where there is none, inside a wallet that of its user. */
export async function activate(intent: StartIntent): Promise<Activated> {
  try {
    if (needsWallet(intent.payType)) await leaveForWallet(intent);
    const agreed = await agreedVersion();
    const requestId = requestIdFor(intent, newRequestId);
    const answer = await withSession(() => api.starting.activate({ ...intent, requestId, agreed }));
    clearRequest();
    return answer;
  } catch (error) {
    if (isSettled(error)) clearRequest();
    throw error;
  }
}
