/** The providers that a round works for: these, or all others. */
export interface Whose {
  names: readonly string[];
  among: boolean;
}

export const everybody: Whose = { names: [], among: false };

interface Rounds {
  soon(): void;
  idle(): Promise<void>;
}

/** Runs one round of the work at a time; requests during a round lead to one more afterwards. */
export function oneAtATime(work: () => Promise<void>, onError: (error: unknown) => void): Rounds {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work().catch(onError);
    } while (again);
  };
  return {
    soon(): void {
      again = true;
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    idle: async (): Promise<void> => running,
  };
}

/**
 * Separate rounds for each provider, and one for providers that are no longer set up, so that an unresponsive one does
 * not delay the others.
 */
export function eachProvider(
  providers: readonly { name: string }[],
  work: (whose: Whose) => Promise<void>,
  onError: (error: unknown) => void,
): Rounds {
  const names = providers.map(({ name }) => name);
  const parts = [...names.map((name) => ({ names: [name], among: true })), { names, among: false }];
  const rounds = parts.map((whose) => oneAtATime(() => work(whose), onError));
  return {
    soon() {
      for (const round of rounds) round.soon();
    },
    async idle() {
      await Promise.all(rounds.map((round) => round.idle()));
    },
  };
}
