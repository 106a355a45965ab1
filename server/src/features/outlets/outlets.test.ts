import { describe, expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';

const server = useServer();

describe('the list of outlets', () => {
  it("contains the manager's own, with their devices, found by any part of the name", async () => {
    const { world, client } = server();
    const mall = await world.outlet({ name: 'Harbour Mall 海港城' });
    const cinema = await world.outlet({ name: 'Star Cinema', currency: 'RM' });
    await world.outlet({ name: 'Harbour of somebody else' });
    await world.device(mall);
    await world.device(mall);
    const { token } = await world.manager([mall, cinema]);
    const names = async (keyword?: string) =>
      (await client.outlets.list({ keyword }, { token })).data.rows.map((row) => row.name);
    expect(await names()).toEqual([mall.name, cinema.name]);
    expect(await names('hARBOUR')).toEqual([mall.name]);
    expect(await names('海港')).toEqual([mall.name]);
    expect(await names('100%')).toEqual([]);
    const { rows } = (await client.outlets.list({ keyword: 'star' }, { token })).data;
    expect(rows).toMatchObject([{ outletId: cinema.outletId, currency: 'RM', devices: 0, latitude: 31.2 }]);
  });
});

describe("an outlet's place", () => {
  it('is shown to anybody with a token and set by its manager alone', async () => {
    const { world, client } = server();
    const outlet = await world.outlet();
    const manager = await world.manager([outlet], []);
    const stranger = await world.manager([await world.outlet()]);
    const consumer = await world.consumer();
    const place = { outletId: outlet.outletId, latitude: 3.1579, longitude: 101.7116, address: 'Jalan Ampang 1' };
    expect((await client.outlets.setPlace(place, { token: stranger.token })).code).toBe(404);
    expect((await client.outlets.setPlace(place, { token: consumer.token })).code).toBe(403);
    expect(await client.outlets.setPlace(place, { token: manager.token })).toMatchObject({ code: 200, data: null });
    const seen = await client.outlets.place({ outletId: outlet.outletId }, { token: consumer.token });
    expect(seen.data).toEqual({ ...place, name: outlet.name });
  });

  it('of an unknown outlet is not found', async () => {
    const { world, client } = server();
    const { token } = await world.consumer();
    for (const outletId of ['999999', 'nowhere']) {
      expect((await client.outlets.place({ outletId }, { token })).code).toBe(404);
    }
  });

  it('names the coordinate that is off the globe', async () => {
    const { world, client } = server();
    const outlet = await world.outlet();
    const { token } = await world.manager([outlet]);
    const off = { outletId: outlet.outletId, latitude: 91, longitude: 0, address: 'Nowhere' };
    const answer = await client.outlets.setPlace(off, { token, json: true });
    expect(answer.code).toBe(400);
    expect(answer.message).toContain('latitude');
  });
});
