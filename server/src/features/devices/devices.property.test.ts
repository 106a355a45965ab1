import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';

const server = useServer();

// Uses few letters, so that keywords are found in names, in numbers, in both, in the middle, twice, and across two
// numbers.
const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom('a', 'B', 'b', '1', '-'), minLength: min, maxLength: max });
const chair = fc.record({
  outlet: fc.nat(4),
  number: letters(1, 4),
  online: fc.boolean(),
  inUse: fc.boolean(),
  faulty: fc.boolean(),
  retired: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
});
type Chair = typeof chair extends fc.Arbitrary<infer T> ? T : never;
const setting = fc.record({
  names: fc.array(letters(1, 3), { minLength: 5, maxLength: 5 }),
  chairs: fc.array(chair, { minLength: 1, maxLength: 8 }),
  keywords: fc.array(fc.oneof(letters(1, 3), fc.constant('b a')), { minLength: 4, maxLength: 4 }),
});

let no = 0;
/** Creates the generated outlets and chairs, under unique numbers. */
async function place({ names, chairs }: { names: string[]; chairs: Chair[] }) {
  const { world, pool } = server();
  const outlets = [];
  for (const name of names) outlets.push(await world.outlet({ name }));
  const placed = [];
  for (const { outlet, number, ...state } of chairs) {
    no += 1;
    const at = outlets[outlet];
    if (!at) throw new Error('there are five outlets');
    const { deviceId } = await world.device(at, { id: `${number}_${no}`, online: state.online });
    // A chair that is in use cannot be retired.
    if (state.inUse && !state.retired) await world.order(deviceId, { status: 'running' });
    await pool.query('UPDATE devices SET fault_code = $2, retired_at = $3 WHERE id = $1', [
      deviceId,
      state.faulty ? 'E1' : null,
      state.retired ? new Date() : null,
    ]);
    placed.push({ deviceId, outletName: names[outlet] ?? '', ...state });
  }
  return { placed: placed.filter(({ retired }) => !retired), token: (await world.manager(outlets)).token };
}

it('a search finds exactly the devices with the keyword in their number or in the name of their outlet', async () => {
  await fc.assert(
    fc.asyncProperty(setting, async ({ keywords, ...drawn }) => {
      const { placed, token } = await place(drawn);
      for (const keyword of keywords) {
        const has = (text: string) => text.toLowerCase().includes(keyword.toLowerCase());
        const found = placed.filter(({ deviceId, outletName }) => has(deviceId) || has(outletName));
        const { data } = await server().client.devices.list({ keyword, limit: 100 }, { token });
        expect(data.rows.map((row) => row.deviceId).sort()).toEqual(found.map(({ deviceId }) => deviceId).sort());
        const inUse = found.filter((each) => each.inUse).length;
        const online = found.filter((each) => each.online).length;
        expect(data.counts).toMatchObject({ all: found.length, online, inUse, idle: found.length - inUse });
        const faulty = await server().client.devices.list({ keyword, abnormal: true, limit: 100 }, { token });
        expect(faulty.data.rows.length).toBe(found.filter((each) => each.faulty).length);
        expect(faulty.data.counts).toEqual(data.counts);
      }
    }),
    { numRuns: 10 },
  );
});
