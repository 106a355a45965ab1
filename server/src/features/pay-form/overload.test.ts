import { languages } from '@recline/contract/languages';
import { expect, it } from 'vitest';
import { errorMessage } from '../../locales/index.ts';
import { makeVisitor } from '../../testing/page-visitor.ts';
import { useServer } from '../../testing/server.ts';

/** A limit that every event loop exceeds, so that this server considers itself overloaded. */
const server = useServer({}, { load: { maxDelayMs: -1 } });

it.each(languages)(
  'a tap on Pay without scripts during an overload returns the page with the choice and the reason, in %s',
  async (language) => {
    const { world, pool, url } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet, { online: true });
    const priceId = outlet.prices[2]?.priceId ?? '';
    const visitor = makeVisitor(url, { lang: language });
    await visitor.scan(deviceId);
    const { status, location } = await visitor.pay({ deviceId, priceId, payType: 'sandbox' });
    expect(status).toBe(303);
    const page = await visitor.open(location);
    expect(page.status).toBe(200);
    expect(page.html).toContain(errorMessage({ problem: 'unavailable', params: undefined }, language));
    expect(page.html).toMatch(
      new RegExp(`<input[^>]*checked=""[^>]*value="${priceId}"|value="${priceId}"[^>]*checked=""`),
    );
    expect((await pool.query('SELECT FROM orders WHERE device_id = $1', [deviceId])).rowCount).toBe(0);
  },
);
