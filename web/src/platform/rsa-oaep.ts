import { sha256 } from '@noble/hashes/sha2.js';

/** RSA-OAEP with SHA-256 (RFC 8017, section 7.1.1), for pages on plain http, where browsers offer no WebCrypto. */

const hashBytes = 32;
const sequence = 0x30;
const bitString = 0x03;
const integer = 0x02;

/** The consecutive tag-length-value entries of a DER encoding. */
function* derValues(der: Uint8Array): Generator<{ tag: number; value: Uint8Array }> {
  let at = 0;
  while (at < der.length) {
    const tag = der[at] ?? 0;
    let length = der[at + 1] ?? 0;
    at += 2;
    if (length > 0x80) {
      const sizeBytes = length - 0x80;
      length = der.subarray(at, at + sizeBytes).reduce((sum, byte) => sum * 256 + byte, 0);
      at += sizeBytes;
    }
    yield { tag, value: der.subarray(at, at + length) };
    at += length;
  }
}

function findValue(der: Uint8Array, tag: number): Uint8Array {
  for (const part of derValues(der)) if (part.tag === tag) return part.value;
  throw new Error('The public key is not in SPKI form');
}

const toNumber = (bytes: Uint8Array) => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

function toBytes(value: bigint, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let i = size - 1, rest = value; i >= 0; i -= 1, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes;
}

/** SPKI: a sequence of the algorithm and a bit string, which holds a sequence of modulus and exponent. */
function readKey(spki: Uint8Array): { modulus: bigint; exponent: bigint; size: number } {
  const bits = findValue(findValue(spki, sequence), bitString);
  const numbers = [...derValues(findValue(bits.subarray(1), sequence))].filter((part) => part.tag === integer);
  const [modulus, exponent] = numbers.map((part) => toNumber(part.value));
  if (!modulus || !exponent) throw new Error('The public key is not an RSA key');
  return { modulus, exponent, size: Math.ceil(modulus.toString(16).length / 2) };
}

function mask(seed: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(Math.ceil(size / hashBytes) * hashBytes);
  for (let i = 0; i * hashBytes < size; i += 1) {
    out.set(sha256(Uint8Array.from([...seed, ...toBytes(BigInt(i), 4)])), i * hashBytes);
  }
  return out.subarray(0, size);
}

const xor = (a: Uint8Array, b: Uint8Array) => a.map((byte, i) => byte ^ (b[i] ?? 0));

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let factor = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
}

export function encryptOaep(spki: Uint8Array, message: Uint8Array, random: (size: number) => Uint8Array): Uint8Array {
  const { modulus, exponent, size } = readKey(spki);
  const blockBytes = size - hashBytes - 1;
  if (message.length > blockBytes - hashBytes - 1) throw new Error('The text is too long for the key');
  const block = new Uint8Array(blockBytes);
  block.set(sha256(new Uint8Array()));
  block[blockBytes - message.length - 1] = 1;
  block.set(message, blockBytes - message.length);
  const seed = random(hashBytes);
  const maskedBlock = xor(block, mask(seed, blockBytes));
  const maskedSeed = xor(seed, mask(maskedBlock, hashBytes));
  return toBytes(power(toNumber(Uint8Array.from([...maskedSeed, ...maskedBlock])), exponent, modulus), size);
}
