const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** The DER inside a PEM block. */
export const pemBody = (pem: string): Uint8Array<ArrayBuffer> => fromBase64(pem.replace(/-----[^-]+-----|\s/g, ''));
