import { networkInterfaces } from 'node:os';

/** Whether a host to listen on means all interfaces of the machine. */
export const isEverywhere = (host: string): boolean => ['0.0.0.0', '::', '*'].includes(host);

/** Whether only this machine can reach a host. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** The host, as in a URL, by which this machine reaches a server that listens at that address. */
export function reachedAt(host: string): string {
  if (isEverywhere(host) || ['127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The address under which a phone in the same network reaches this machine. */
export function lanUrl(local: string): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const lan = addresses.find((address) => address.family === 'IPv4' && !address.internal);
  return lan ? local.replace(/localhost|127\.0\.0\.1/, lan.address) : local;
}
