/**
 * Follows the frames of an MQTT stream and refuses one that announces more bytes than allowed, before any of them is
 * buffered, or one that `admit` refuses. The broker's parser would buffer up to 256 MB for any client.
 */
export function frameLimit(maxBytes: number, admit: () => boolean = () => true): (chunk: Buffer) => boolean {
  let bodyLeft = 0;
  let length = 0;
  let lengthBytes = -1; // -1: the next byte is a frame's first; then the bytes of its length seen so far

  return (chunk) => {
    let position = 0;
    while (position < chunk.length) {
      if (bodyLeft > 0) {
        const taken = Math.min(bodyLeft, chunk.length - position);
        bodyLeft -= taken;
        position += taken;
        continue;
      }
      const byte = chunk[position] ?? 0;
      position += 1;
      if (lengthBytes < 0) {
        if (!admit()) return false;
        lengthBytes = 0;
        length = 0;
        continue;
      }
      length += (byte & 0x7f) * 128 ** lengthBytes;
      lengthBytes += 1;
      if (length > maxBytes || lengthBytes > 4) return false;
      if ((byte & 0x80) === 0) {
        bodyLeft = length;
        lengthBytes = -1;
      }
    }
    return true;
  };
}

/** A token bucket: `perSecond` on average, bursts of up to `most`. */
export function rateLimit(perSecond: number, most: number, clock: () => number): () => boolean {
  let [saved, at] = [most, clock()];
  return () => {
    const now = clock();
    saved = Math.min(most, saved + ((now - at) / 1000) * perSecond) - 1;
    at = now;
    if (saved >= 0) return true;
    saved = 0;
    return false;
  };
}
