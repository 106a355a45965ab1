import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '@recline/contract/openapi';
import type { FastifyInstance } from 'fastify';

const folder = join(import.meta.dirname, 'docs');
const files = { 'docs.html': 'text/html', 'docs.js': 'text/javascript', 'docs.css': 'text/css' };
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** The contract as a document for programs, and as a page to read and try it. */
export function serveDocs(app: FastifyInstance, version: string): void {
  // Serialised once: it is large, and anybody may request it.
  const document = JSON.stringify(openApi(version));
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
  for (const [name, type] of Object.entries(files)) {
    const body = readFileSync(join(folder, name));
    const path = name === 'docs.html' ? '/api/docs' : `/api/docs/${name}`;
    app.get(path, (_request, reply) =>
      reply.header('content-security-policy', policy).type(`${type}; charset=utf-8`).send(body),
    );
  }
}
