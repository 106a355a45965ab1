import type { ChairCard, ChairPageState } from '@recline/contract/chair-page';
import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { api } from '../../data/api.ts';
import { storedToken } from '../../data/token.ts';
import { scannedChair } from '../session/index.ts';
import { deviceIdOf } from '../starting/index.ts';
import { fetchUnpaidOrder, type UnpaidOrder } from './unpaid-order.ts';

/** The known state of the scanned chair. The card is kept while there is no network. */
export interface CardView {
  card: ChairCard | null;
  /** The caller's unpaid order of this chair: Pay continues it. */
  unpaid: UnpaidOrder | null;
  problem: 'unknown' | 'noChair' | 'network' | null;
  /** The server's message for any other error. */
  message?: string;
}

const pollMs = { free: 30_000, other: 10_000 };

/** The chair in the address; null for none, undefined for an invalid one. */
function scannedDevice(): string | null | undefined {
  const asked = new URLSearchParams(location.search).get('deviceId')?.trim() ?? '';
  return asked === '' ? null : (deviceIdOf(asked) ?? undefined);
}

const none = { card: null, unpaid: null };

async function fetchCard(deviceId: string): Promise<CardView> {
  try {
    const card = await api.chairPage.get({ deviceId }, { quiet: true });
    const order = await fetchUnpaidOrder(card);
    return { card, unpaid: order?.deviceId === card.deviceId ? order : null, problem: null };
  } catch (error) {
    if (hasCode(error, errors.unknownDevice.code)) return { ...none, problem: 'unknown' };
    const message = error instanceof ApiError && error.kind === 'answer' ? error.message : undefined;
    return { ...none, problem: 'network', ...(message && { message }) };
  }
}

/** The card that came with the page, then the parts that depend on the token, then live changes. */
export function useCard(initial: ChairPageState): CardView & { refresh(): Promise<void> } {
  const [view, setView] = useState<CardView>({
    card: initial.card,
    unpaid: null,
    problem: initial.unknown ? 'unknown' : null,
  });
  const requests = useRef(0);
  const refresh = useCallback(async () => {
    const deviceId = scannedDevice();
    if (!deviceId) return setView({ ...none, problem: deviceId === null ? 'noChair' : 'unknown' });
    requests.current += 1;
    const request = requests.current;
    const next = await fetchCard(deviceId);
    if (request !== requests.current) return; // a newer request shows what is true now
    setView((old) => (next.problem === 'network' ? { ...next, card: old.card, unpaid: old.unpaid } : next));
  }, []);
  useEffect(() => {
    if (initial.unknown) return scannedChair.remove();
    if (!initial.card || storedToken.get()) void refresh();
  }, [initial, refresh]);
  useEffect(() => {
    if (view.card) scannedChair.set(view.card.deviceId);
    const orderId = view.card?.orderId;
    // A guest who came back from the countdown may stay.
    const fromCountdown = new URLSearchParams(location.search).get('from') === 'countdown';
    if (orderId && !fromCountdown) location.replace(pageUrl(pages.countdown, { orderId }));
  }, [view.card]);
  usePolling(refresh, view);
  return { ...view, refresh };
}

/** Refetches periodically, when the chair should be free, and when the network or the page comes back. */
function usePolling(refresh: () => Promise<void>, { card, problem }: CardView): void {
  useEffect(() => {
    if (problem === 'unknown' || problem === 'noChair') return;
    const again = () => document.visibilityState === 'visible' && void refresh();
    const timer = setInterval(again, card?.state === 'free' && !problem ? pollMs.free : pollMs.other);
    const untilFree =
      card?.freeAt && card.serverTime ? Date.parse(card.freeAt) - Date.parse(card.serverTime) + 1000 : null;
    const whenFree = untilFree === null ? undefined : setTimeout(again, Math.max(1000, untilFree));
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      clearTimeout(whenFree);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [refresh, card, problem]);
}
