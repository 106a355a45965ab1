import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useText } from '../../texts/app.ts';
import type { ErrorPage } from '../errors/index.ts';
import { errorPageOf } from './start-errors.ts';
import { clearRequest, isOutcomeKnown, requestIdFor, type StartIntent } from './start-request.ts';

interface StartHandlers {
  onOrder(orderId: string): void;
  onErrorPage(page: ErrorPage): void;
  onUnknownOutcome(): void;
}

/** Requests the start, then opens the countdown or an error page, or stays on the form. */
export function useStart({ onOrder, onErrorPage, onUnknownOutcome }: StartHandlers) {
  const t = useText();
  const activate = useMutation({
    mutationFn: (intent: StartIntent) => api.starting.activate({ ...intent, requestId: requestIdFor(intent) }),
    meta: { quiet: true },
    onSuccess: ({ orderId }) => {
      clearRequest();
      onOrder(orderId);
    },
    onError: (error) => {
      if (isOutcomeKnown(error)) clearRequest();
      else return onUnknownOutcome();
      const page = errorPageOf(error, t.errors.branchText);
      if (page) onErrorPage(page);
    },
  });
  const { error } = activate;
  return {
    run: (intent: StartIntent) => !activate.isPending && activate.mutate(intent),
    busy: activate.isPending,
    /** Why nothing was started, or that the outcome is unknown. */
    problem: error && (isOutcomeKnown(error) ? error.message : t.quickStart.noAnswer),
  };
}
