import { useState } from 'react';
import type { StoredValue } from './storage.ts';

/** A choice between fixed values that is remembered on this phone; the first is the default. */
export function useChoice<V extends string>(
  stored: StoredValue,
  values: readonly [V, ...V[]],
): [V, (value: V) => void] {
  const [chosen, setChosen] = useState(() => values.find((value) => value === stored.get()) ?? values[0]);
  const choose = (value: V) => {
    stored.set(value);
    setChosen(value);
  };
  return [chosen, choose];
}
