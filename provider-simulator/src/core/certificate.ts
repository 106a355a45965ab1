import { createPublicKey, type KeyObject, sign } from 'node:crypto';

/** A self-signed X.509 certificate. Node reads certificates, it does not make them; DER by hand takes these few lines. */
export function makeCertificate(key: KeyObject, serial: string, from: Date, until: Date, address?: string): string {
  const algorithm = sequence(oid('1.2.840.113549.1.1.11'), der(0x05));
  const name = sequence(set(sequence(oid('2.5.4.3'), der(0x0c, Buffer.from('Simulated payment platform')))));
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from(serial, 'hex')),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    ...(address === undefined ? [] : [der(0xa3, sequence(forAddress(address)))]),
  );
  const signature = sign('RSA-SHA256', toSign, key);
  const certificate = sequence(toSign, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** The extension that names the IPv4 address for which a server may use it. */
const forAddress = (address: string) =>
  sequence(oid('2.5.29.17'), der(0x04, sequence(der(0x87, Buffer.from(address.split('.').map(Number))))));

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const set = (...parts: Buffer[]) => der(0x31, ...parts);

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return bytes;
}
