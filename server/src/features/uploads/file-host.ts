import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import type { Env } from '../../platform/env.ts';
import type { Log } from '../../platform/log.ts';
import { rememberedSecret } from '../../platform/secrets.ts';
import { serveDisk } from './disk.routes.ts';
import { makeDisk } from './disk.ts';
import { fetchText } from './oss.callback.ts';
import { serveOssCallback } from './oss.routes.ts';
import { makeOss, ossOrigin } from './oss.ts';
import type { FileHost } from './uploads.port.ts';
import type { Uploads } from './uploads.service.ts';

export interface ServedHost {
  host: FileHost;
  /** Adds the routes that the host needs on this server. */
  serve(app: FastifyInstance, uploads: Uploads): Promise<void>;
}

/** Other origins that serve files. */
export const fileOrigins = ({ oss }: Pick<Env, 'oss'>): string[] => (oss ? [new URL(ossOrigin(oss)).origin] : []);

/** OSS if it is set up, or else a folder of this machine. */
export function makeFileHost(env: Env, pool: Pool, clock: Clock, log: Log): ServedHost {
  const uploadSecret = rememberedSecret(pool, 'uploads');
  if (env.oss) {
    const oss = makeOss({ ...env.oss, secret: uploadSecret, clock });
    return { host: oss, serve: (app, uploads) => serveOssCallback(app, oss, uploads, fetchText) };
  }
  const directory = join(env.DATA_DIR, 'files');
  const disk = makeDisk({ directory, publicUrl: env.PUBLIC_URL, secret: uploadSecret, log });
  return { host: disk, serve: (app, uploads) => serveDisk(app, disk, uploads, clock) };
}
