/** A host to listen on that means every interface of the machine. */
export const isEverywhere = (host: string): boolean => ['0.0.0.0', '::', '*'].includes(host);

/** A host that only this machine reaches. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
