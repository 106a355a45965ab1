import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

const socketOf = ({ connection }: PoolClient) => connection.stream as Socket;

/** Closes a connection in use that is inactive for `maxSilenceMs`. Its query fails, and the pool replaces the connection. */
export function closeSilentConnections(pool: Pool, maxSilenceMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => socket.destroy(new Error('timeout: the database does not answer')));
  });
  pool.on('acquire', (client) => socketOf(client).setTimeout(maxSilenceMs));
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0));
}
