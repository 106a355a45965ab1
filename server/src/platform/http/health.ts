import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

export interface Readiness {
  /** Start-up is complete. */
  started: boolean;
  /** The database answers. */
  database: boolean;
  /** The broker is connected: chairs can be started. */
  broker: boolean;
}

export interface BuildInfo {
  version: string;
  /** Unknown outside a checkout, unless `COMMIT` names it. */
  commit: string | undefined;
}

export interface Health {
  build: BuildInfo;
  readiness(): Promise<Readiness>;
}

/** Called every few seconds by monitoring and load balancers; not worth a line in the log. */
const probes = ['/healthz', '/readyz', '/readyz/chairs', '/metrics'];
export const isProbe = (route: string): boolean => probes.includes(route);

/**
 * Without a broker everything but a start works, so a load balancer must not take the server out: `/readyz` covers
 * calls and pages, `/readyz/chairs` also the chairs. Both answers name the part that is missing.
 */
export function serveHealth(app: FastifyInstance, { build, readiness }: Health, metrics: Metrics): void {
  const parts = async () => {
    const { started, database, broker } = await readiness();
    const ready = started && database;
    return { ready, chairs: ready && broker, parts: { started, database, broker } };
  };
  app.get('/healthz', async () => ({ ok: true, ...build }));
  app.get('/readyz', async (_request, reply) => {
    const answer = await parts();
    return reply.code(answer.ready ? 200 : 503).send(answer);
  });
  app.get('/readyz/chairs', async (_request, reply) => {
    const answer = await parts();
    return reply.code(answer.chairs ? 200 : 503).send(answer);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
