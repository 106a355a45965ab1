import type { Socket } from 'node:net';
import { lineOf } from '../../platform/http/address.ts';
import { chooseCuts } from '../../platform/http/connections.rules.ts';
import { rateLimit } from './frames.ts';

/** The share of the limit that is freed at a time, because choosing scans every connection. */
const freedShare = 0.05;

interface Connection {
  socket: Socket;
  address: string;
  since: number;
  /** Whether its chair has authenticated. */
  admitted: boolean;
}

/**
 * Limits the connections to the broker. At the limit the oldest unauthenticated ones are closed, of the address that
 * has most of them. Authenticated chairs are never disconnected, and new connections are accepted, because behind a
 * proxy all share one address.
 */
export function limitConnections(maxConnections: number, onCut: () => void) {
  const connections = new Map<unknown, Connection>();

  function relieve(): void {
    const all = [...connections.values()].map((connection) => ({
      connection,
      address: connection.address,
      since: connection.since,
      holds: connection.admitted ? ('work' as const) : ('unfinished' as const),
      weight: 1,
    }));
    for (const { connection } of chooseCuts(all, freedShare * maxConnections)) {
      onCut();
      connections.delete(connection.socket);
      connection.socket.destroy();
    }
  }

  return {
    open(socket: Socket): void {
      const address = lineOf(socket.remoteAddress ?? '');
      connections.set(socket, { socket, address, since: performance.now(), admitted: false });
      socket.once('close', () => connections.delete(socket));
      if (connections.size > maxConnections) relieve();
    },
    admit(stream: unknown): void {
      const connection = connections.get(stream);
      if (connection) connection.admitted = true;
    },
  };
}

/** Whether a chair may connect again: each connection replaces the previous one, and costs notifications. */
export function limitReconnects(perSecond: number, atOnce: number, clock: () => number = Date.now) {
  const limits = new Map<string, () => boolean>();
  return (deviceId: string): boolean => {
    const mayConnect = limits.get(deviceId) ?? rateLimit(perSecond, atOnce, clock);
    limits.set(deviceId, mayConnect);
    return mayConnect();
  };
}
