import { type App, shortTimeoutsServer, startApp } from './app.ts';
import { makeSampleData, type SampleData } from './sample-data.ts';

/** A server whose every name and text is a script injection. */
export interface HostileData {
  app: App;
  sample: SampleData;
}

export const attack = `"'><img src=x onerror=hit()><script>hit()</script>`;
export const attackLink = 'javascript:hit()';

async function injectAttacks({ pool, client }: App, { manager, guest, finishedOrder }: SampleData): Promise<void> {
  const changes: [string, unknown[]][] = [
    // The database rejects such links too; here the page is tested without that defence.
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
  const feedback = { orderId: finishedOrder, problem: 'noise', description: attack, files: [] } as const;
  const { data } = await client.feedback.insert({ ...feedback, files: [] }, { token: guest.token, json: true });
  await client.feedback.reply({ feedbackId: data.feedbackId, reply: attack, status: 'open' }, { token: manager.token });
}

export async function withHostileData(use: (data: HostileData) => Promise<void>): Promise<void> {
  const app = await startApp({}, shortTimeoutsServer);
  try {
    const sample = await makeSampleData(app);
    await injectAttacks(app, sample);
    await use({ app, sample });
  } finally {
    await app.stop();
  }
}
