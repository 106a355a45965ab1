import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { turnOf } from '../features/orders/placing/limits.ts';
import { addressKey, networksOf } from '../platform/http/address.ts';
import { guestAtChair } from '../testing/orders.ts';
import { startTestServer, type TestServer } from '../testing/start.ts';
import { postFile, sampleOf } from '../testing/uploads.ts';

/** An IPv6 /56 or /48 has an address for each account: 256 or 65,536 networks of /64. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { TRUST_PROXY: '1' });
});
afterAll(() => server.stop());

const mib = 1024 * 1024;
const hex = (number: number) => number.toString(16);

describe('requests from the many addresses of one network', () => {
  it('reports are limited per /56 and /48, while those from elsewhere are accepted', async () => {
    const { client, world } = server;
    const { deviceId } = await world.device(await world.outlet());
    const report = async (address: string) => {
      const { token } = await world.consumer();
      const input = { deviceId, problem: 'noise' as const, description: 'x', files: [] };
      return (await client.feedback.insert(input, { token, address })).code;
    };
    const taken = async (addresses: string[]) => {
      const codes: number[] = [];
      for (const address of addresses) codes.push(await report(address));
      return codes.filter((code) => code === 200).length;
    };
    const ofOne56 = Array.from({ length: 80 }, (_, turn) => `2001:db8:1:${hex(turn)}::1`);
    const ofOther56s = Array.from({ length: 30 }, (_, turn) => `2001:db8:1:${hex(turn * 256 + 256)}::1`);
    expect(await taken(ofOne56)).toBe(75);
    expect(await taken(ofOther56s)).toBe(25);
    expect(await taken(['2001:db8:2::1', '203.0.113.7'])).toBe(2);
  });

  it('files without an order are limited, while those from elsewhere are accepted', async () => {
    const { client, world, pool } = server;
    const { accountId } = await world.consumer();
    await pool.query(
      `INSERT INTO upload_uses (account_id, address, bytes, at, networks) VALUES ($1, 'x', $2, now(), $3)`,
      [accountId, 749 * mib, networksOf(addressKey('2001:db8:3:1::1')).slice(1)],
    );
    const upload = async (address: string) => {
      const { token } = await world.consumer();
      const { data } = await client.uploads.policy({}, { token, address });
      return (await postFile(data, 'a.mp4', sampleOf('video/mp4', 2 * mib), {}, { 'x-forwarded-for': address })).code;
    };
    expect(await upload('2001:db8:3:2::1')).toBe(20601);
    expect(await upload('2001:db8:3:100::1')).toBe(200);
    expect(await upload('203.0.113.7')).toBe(200);
  });

  it('calls without a token wait in one queue, and others are served meanwhile', async () => {
    const { client } = server;
    const cipher = await client.encrypt('wrong');
    const logIn = (account: string, address: string) => client.session.login({ account, ...cipher }, { address });
    let tried = 0;
    const flood = Array.from({ length: 80 }, async (_, turn) => {
      await logIn(`somebody-${turn}`, `2001:db8:5:${hex(turn)}::1`);
      tried += 1;
    });
    await logIn('honest', '203.0.113.7');
    expect(tried).toBeLessThan(40);
    await Promise.all(flood);
  });

  it('calls to payment providers share one rate', async () => {
    const { caller, payer } = await guestAtChair(server.pool, 'sandbox');
    const lines: string[] = [];
    const takeTurn = async ({ address }: { address: string }) => lines.push(address) && 0;
    for (const ip of ['2001:db8:4:1::1', '2001:db8:4:ff00::1', '203.0.113.7'])
      await turnOf({ pool: server.pool, takeTurn }, caller, 1, { ...payer, ip });
    expect(lines).toEqual(['2001:db8:4::/48', '2001:db8:4::/48', '203.0.113.7']);
  });
});
