import { type App, hurriedServer, startApp } from './app.ts';
import { type Cast, makeCast } from './cast.ts';

/** A world of its own in which every name and text is an attack. */
export interface Poisoned {
  app: App;
  cast: Cast;
}

export const attack = `"'><img src=x onerror=hit()><script>hit()</script>`;
export const attackLink = 'javascript:hit()';

async function poison({ pool, client }: App, { manager, guest, finishedOrder }: Cast): Promise<void> {
  const changes: [string, unknown[]][] = [
    // The database refuses such links as well; here the page must do without that.
    ['ALTER TABLE adverts DROP CONSTRAINT adverts_link_url_check', []],
    ['UPDATE outlets SET name = $1 || id, address = $1', [attack]],
    ['UPDATE devices SET name = $1, firmware = $1', [attack]],
    ['UPDATE devices SET fault_code = $1 WHERE fault_code IS NOT NULL', [attack]],
    ['UPDATE accounts SET name = $1', [attack]],
    [
      `INSERT INTO adverts (title, image_url, link_url, position, starts_at)
       VALUES ($1, '/x" onerror="hit()', $2, 0, now()), ($1, $2, 'data:text/html,' || $1, 1, now())`,
      [attack, attackLink],
    ],
  ];
  for (const [text, values] of changes) await pool.query(text, values);
  const told = { orderId: finishedOrder, problem: 'noise', description: attack, files: [] } as const;
  const { data } = await client.feedback.insert({ ...told, files: [] }, { token: guest.token, json: true });
  await client.feedback.reply({ feedbackId: data.feedbackId, reply: attack, status: 'open' }, { token: manager.token });
}

export async function withPoisoned(use: (world: Poisoned) => Promise<void>): Promise<void> {
  const app = await startApp({}, hurriedServer);
  try {
    const cast = await makeCast(app);
    await poison(app, cast);
    await use({ app, cast });
  } finally {
    await app.stop();
  }
}
