import { pemBody, toBase64 } from './base64.ts';
import { loadCode } from './load-code.ts';

async function withWebCrypto(subtle: SubtleCrypto, pem: string, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const key = await subtle.importKey('spki', pemBody(pem), algorithm, false, ['encrypt']);
  return new Uint8Array(await subtle.encrypt(algorithm, key, message));
}

/**
 * Base64 of the RSA-OAEP-256 ciphertext. Browsers offer WebCrypto on secure pages only; on plain http (a
 * shop's own network) our own implementation is loaded instead.
 */
export async function encrypt(text: string, pem: string): Promise<string> {
  const message = new TextEncoder().encode(text);
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle) return toBase64(await withWebCrypto(subtle, pem, message));
  const { encryptOaep } = await loadCode(() => import('./rsa-oaep.ts'));
  return toBase64(encryptOaep(pemBody(pem), message, (size) => crypto.getRandomValues(new Uint8Array(size))));
}
