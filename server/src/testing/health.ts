import type { Health } from '../platform/http/health.ts';

/** The health of an application without optional parts. */
export const healthy: Health = {
  build: { version: '0.0.0', commit: undefined },
  readiness: async () => ({ started: true, database: true, broker: true }),
};
