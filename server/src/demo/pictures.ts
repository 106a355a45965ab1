import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const folder = new URL('./pictures/', import.meta.url);
const pictures = ['calm.svg', 'pair.svg', 'travel.svg'];

export const pictureUrl = (name: string) => `/demo/${name}`;

/** The pictures of the demo's adverts, from our own origin. */
export function servePictures(app: FastifyInstance): void {
  for (const name of pictures) {
    const picture = readFileSync(new URL(name, folder));
    app.get(pictureUrl(name), async (_request, reply) =>
      reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=86400')
        .header('content-security-policy', "default-src 'none'")
        .send(picture),
    );
  }
}
