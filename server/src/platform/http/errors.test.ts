import Fastify from 'fastify';
import pg from 'pg';
import { expect, it } from 'vitest';
import { answerError } from './errors.ts';

it.each([
  ['a deadlock', '40P01', 503],
  ['a lost connection', '08006', 503],
  ['a bug in a statement', '42601', 500],
])('%s is answered with a status that tells whether to retry', async (_what, code, status) => {
  const app = Fastify();
  app.setErrorHandler(answerError);
  app.get('/', () => {
    throw Object.assign(new pg.DatabaseError('it failed', 9, 'error'), { code });
  });
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
});
