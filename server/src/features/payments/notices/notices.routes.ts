import type { FastifyInstance } from 'fastify';
import type { Settlement } from '../payments.ts';
import { noticePath } from '../providers/module.ts';

/** More than any provider sends; notices are stored before their sender is verified. */
const maxNoticeBytes = 64 * 1024;

/**
 * The route to which providers send their notices. A signature covers the bytes as sent, so nothing parses them first.
 */
export async function serveNotices(app: FastifyInstance, settlement: Pick<Settlement, 'takeNotice'>): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(`${noticePath}/:provider`, { bodyLimit: maxNoticeBytes }, async (request, reply) => {
      const { provider } = request.params as { provider: string };
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = await settlement.takeNotice(provider, { headers: request.headers, body });
      if (answer.type) reply.type(answer.type);
      return reply.code(answer.status).send(answer.body);
    });
  });
}
