import { useState } from 'react';
import { local, type StorageKey } from './storage.ts';

/** A choice between fixed values that is remembered on this phone; the first is the default. */
export function useChoice<V extends string>(key: StorageKey, values: readonly [V, ...V[]]): [V, (value: V) => void] {
  const [chosen, setChosen] = useState(() => values.find((value) => value === local.get(key)) ?? values[0]);
  const choose = (value: V) => {
    local.set(key, value);
    setChosen(value);
  };
  return [chosen, choose];
}
