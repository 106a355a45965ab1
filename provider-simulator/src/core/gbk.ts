/** Encodes GBK. Node only decodes it; the table is made by decoding every two-byte code once. */
export function encodeGbk(text: string): Buffer {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 0x80) bytes.push(code);
    else bytes.push(...(table().get(character) ?? [0x3f]));
  }
  return Buffer.from(bytes);
}

let known: Map<string, [number, number]> | undefined;

function table(): Map<string, [number, number]> {
  if (known) return known;
  known = new Map();
  const decoder = new TextDecoder('gbk');
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\ufffd' && !known.has(character))
        known.set(character, [lead, trail]);
    }
  return known;
}
