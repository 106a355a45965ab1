import { limits } from '@recline/contract/limits';
import { useThrottled } from '../../../platform/use-throttled.ts';
import { useLive } from '../../data/live.ts';

/** Refreshes the overview when income or a chair changes. */
export function LiveHome({ refetch }: { refetch(): unknown }) {
  const refresh = useThrottled(() => void refetch(), limits.revenueSeconds * 1000);
  useLive({
    onEvent: ({ name }) => {
      if (name === 'revenue' || name === 'device') refresh();
    },
    onGap: refresh,
  });
  return null;
}
