/** A cache that forgets what was used least recently, bounded by the bytes of its keys and values. */
export function makeLru<Value>(maxBytes: number, bytesOf: (value: Value) => number) {
  const entries = new Map<string, Value>(); // in the order of their last use
  let bytes = 0;
  const bytesPerChar = 2;
  const sizeOf = (key: string, value: Value) => key.length * bytesPerChar + bytesOf(value);

  function remove(key: string): Value | undefined {
    const value = entries.get(key);
    if (value === undefined) return undefined;
    entries.delete(key);
    bytes -= sizeOf(key, value);
    return value;
  }

  function set(key: string, value: Value): void {
    remove(key);
    entries.set(key, value);
    bytes += sizeOf(key, value);
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return;
      remove(oldest);
    }
  }

  function get(key: string): Value | undefined {
    const value = remove(key);
    if (value !== undefined) set(key, value);
    return value;
  }

  return { get, set };
}
