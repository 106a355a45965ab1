import { describe, expect, it } from 'vitest';
import { useServer } from './testing/server.ts';

const server = useServer();

const filters = {
  deviceId: 'NONE',
  type: 'online',
  status: 'failed',
  gear: 'deep',
  couponProperty: 'free',
  couponNo: 'NONE',
  cashCouponNo: 'NONE',
} as const;
type Filter = keyof typeof filters;

const names = Object.keys(filters) as Filter[];
const combinations = Array.from({ length: 2 ** names.length }, (_, bits) =>
  names.filter((_name, index) => bits & (1 << index)),
);

/** More than 100 outlets use separate statements. */
describe.each([1, 101])('for a manager of %i outlets', (outletCount) => {
  it(`every combination of order filters is answered (${combinations.length})`, async () => {
    const { world, client } = server();
    const outlets = await Promise.all(Array.from({ length: outletCount }, () => world.outlet()));
    const { token } = await world.manager(outlets);
    const refused: string[] = [];
    for (const chosen of combinations) {
      const input = Object.fromEntries(chosen.map((name) => [name, filters[name]]));
      const { status: list } = await client.orders.list(input, { token });
      const { status: summary } = await client.orders.summary(input, { token });
      if (list !== 200 || summary !== 200) refused.push(`${chosen.join('+')}: ${list} ${summary}`);
    }
    expect(refused).toEqual([]);
  });
});
