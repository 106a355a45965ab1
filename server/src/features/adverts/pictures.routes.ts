import type { FastifyInstance } from 'fastify';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { pictureByName } from './adverts.sql.ts';

/** Below the address of uploaded files; the name is random and never reused. */
const picturesPath = '/api/files/adverts/';

export const pictureAddress = (name: string): string => `${picturesPath}${name}`;

/** Pictures of adverts are in the database: every server has them, and so has a backup. */
export function serveAdvertPictures(app: FastifyInstance, pool: Pool): void {
  app.get(`${picturesPath}:name`, async (request, reply) => {
    const picture = await pictureByName.maybe(pool, (request.params as { name: string }).name);
    if (!picture) throw fail('notFound');
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(picture.content_type)
      .send(picture.content);
  });
}
