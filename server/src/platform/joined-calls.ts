/**
 * Joins calls with the same key: a limited number runs at once, and further callers share the result of the last. A
 * second call can overtake a first that hangs.
 */
export function makeJoinedCalls(atOnce = 2) {
  const running = new Map<string, Promise<unknown>[]>();

  function begin<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = work().finally(() => {
      const others = (running.get(key) ?? []).filter((each) => each !== result);
      if (others.length > 0) running.set(key, others);
      else running.delete(key);
    });
    running.set(key, [...(running.get(key) ?? []), result]);
    return result;
  }

  return function join<T>(key: string, work: () => Promise<T>): Promise<T> {
    const those = running.get(key) ?? [];
    const last = those.at(-1) as Promise<T> | undefined;
    return last && those.length >= atOnce ? last : begin(key, work);
  };
}

export type JoinedCalls = ReturnType<typeof makeJoinedCalls>;
