import type { Health } from '../platform/http/health.ts';

/** An application without parts that could be missing. */
export const healthy: Health = {
  build: { version: '0.0.0', commit: undefined },
  readiness: async () => ({ started: true, database: true, broker: true }),
};
