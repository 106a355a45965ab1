import { describe, expect, inject, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { startTestServer, type TestServer } from '../testing/start.ts';

const server = useServer();
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

async function withServer(settings: Record<string, string>, work: (own: TestServer) => Promise<void>): Promise<void> {
  const own = await startTestServer(inject('postgresUrl'), settings);
  try {
    await work(own);
  } finally {
    await own.stop();
  }
}

const spellingsOf = (mobile: string) => [
  mobile,
  `86${mobile}`,
  `+86${mobile}`,
  `+86 ${mobile.slice(0, 3)} ${mobile.slice(3)}`,
];

describe('messages to a number', () => {
  it('are limited to five an hour and ten a day, whatever the spelling of the number', async () => {
    const { client, setTime, smsCodes } = server();
    const spellings = spellingsOf('13812350001');
    const sent = () => smsCodes.get('+8613812350001')?.length ?? 0;
    for (let turn = 0; turn < 60; turn += 1) {
      setTime(minutes(turn));
      await client.session.smsCode({ mobile: spellings[turn % 4] ?? '' });
    }
    expect(sent()).toBe(5);
    for (let hour = 1; hour < 24; hour += 1) {
      setTime(minutes(hour * 60 + 1));
      await client.session.smsCode({ mobile: spellings[hour % 4] ?? '' });
    }
    setTime(undefined);
    expect(sent()).toBe(10);
  });

  it('requested at the same moment are sent once', async () => {
    const { client, smsCodes } = server();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        client.session.smsCode({ mobile: spellingsOf('13812350002')[turn % 4] ?? '' }),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(19);
    expect(smsCodes.get('+8613812350002')).toHaveLength(1);
  });
});

it('sixty guesses in twelve minutes, with fresh codes, are stopped at the tenth wrong one', async () => {
  const { client, setTime, smsCodes } = server();
  const mobile = '13812350003';
  const answers: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    setTime(minutes(turn));
    await client.session.smsCode({ mobile });
    const right = smsCodes.get(`+86${mobile}`)?.at(-1);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1)
      answers.push((await client.session.smsLogin({ mobile, code: wrong })).code);
  }
  const last = await client.session.smsLogin({ mobile, code: smsCodes.get(`+86${mobile}`)?.at(-1) ?? '' });
  setTime(minutes(80));
  await client.session.smsCode({ mobile });
  const later = await client.session.smsLogin({ mobile, code: smsCodes.get(`+86${mobile}`)?.at(-1) ?? '' });
  setTime(undefined);
  expect(answers.filter((code) => code === 20104)).toHaveLength(10);
  expect(answers.filter((code) => code === 20103)).toHaveLength(50);
  expect(last).toMatchObject({ status: 429, code: 20103 });
  expect(last.data).toMatchObject({ retryAfter: expect.any(Number) });
  expect(later.code).toBe(200);
});

it('are limited to two hundred a day for one address', () =>
  withServer({}, async ({ client }) => {
    const codes = [];
    for (let turn = 0; turn < 201; turn += 1) {
      codes.push((await client.session.smsCode({ mobile: `137${String(turn).padStart(8, '0')}` })).code);
    }
    expect(codes.slice(0, 200)).toEqual(Array(200).fill(200));
    expect(codes[200]).toBe(429);
  }));

describe('codes asked for from many networks', () => {
  const settings = { TRUST_PROXY: '1', SMS_DAILY_LIMIT: '8000' };
  const ask = async ({ client }: TestServer, address: string, mobile: string) =>
    (await client.session.smsCode({ mobile }, { address })).code;
  /** Each code is for another number of the Philippines. Returns how many were sent. */
  async function flood(server: TestServer, addresses: string[]): Promise<number> {
    const codes: number[] = [];
    for (const [turn, address] of addresses.entries())
      codes.push(await ask(server, address, `+63917${String(turn).padStart(7, '0')}`));
    return codes.filter((code) => code === 200).length;
  }

  it('from one /56 or /48 are limited, and those from other networks are not', () =>
    withServer(settings, async (own) => {
      const numbers = (length: number) => Array.from({ length }, (_, turn) => turn);
      const addresses = [
        ...numbers(320).map((turn) => `2001:db8:1:${(turn % 200).toString(16)}::1`),
        ...numbers(120).map((turn) => `2001:db8:1:${((turn % 50) * 256 + 256).toString(16)}::1`),
      ];
      expect(await flood(own, addresses)).toBe(300 + 100);
      expect(await ask(own, '2001:db8:1:ff00::1', '+639180000001')).toBe(429);
      expect(await ask(own, '2001:db8:2::1', '+639180000001')).toBe(200);
      expect(await ask(own, '203.0.113.7', '+639180000002')).toBe(200);
    }));

  it('to a country without outlets use at most half of the hourly budget, and an hour at most a part of the daily one', () =>
    withServer({ ...settings, SMS_DAILY_LIMIT: '800' }, async (own) => {
      await own.world.outlet({ currency: 'CNY' });
      // An hour has 100 codes, 80 for numbers without an account: half is kept for CN, a tenth each for MY and ID.
      const addresses = Array.from({ length: 60 }, (_, turn) => `2001:db8:${(turn + 1).toString(16)}::1`);
      expect(await flood(own, addresses)).toBe(24);
      for (const mobile of ['+8613812350009', '+60123456789', '+6281234567890'])
        expect(await ask(own, '203.0.113.7', mobile)).toBe(200);
      const metrics = await (await fetch(`${own.url}/metrics`)).text();
      expect(metrics).toContain('recline_sms_refused_total{limit="country"} 36');
      expect(own.logged.filter((line) => line.includes('SMS_DAILY_LIMIT'))).toHaveLength(1);
      own.setTime(minutes(61));
      expect(await ask(own, '2001:db8:ff::1', '+639180000001')).toBe(200);
    }));
});

it('codes for the installation are limited by the hour; a fifth is kept for numbers with an account', () =>
  withServer({ SMS_DAILY_LIMIT: '80', SMS_COUNTRIES: 'CN' }, async ({ client, world, logged, url }) => {
    const ask = async (mobile: string) => (await client.session.smsCode({ mobile })).code;
    const strangers = Array.from({ length: 12 }, (_, turn) => `137${String(turn).padStart(8, '0')}`);
    const members = [await world.consumer(), await world.consumer(), await world.consumer()];
    const answers = await Promise.all(strangers.map(ask));
    expect(answers.filter((code) => code === 200)).toHaveLength(8);
    expect(answers.filter((code) => code === 429)).toHaveLength(4);
    expect(await Promise.all(members.map(({ mobile }) => ask(mobile)))).toEqual(
      expect.arrayContaining([200, 200, 429]),
    );
    expect(logged.filter((line) => line.includes('SMS_DAILY_LIMIT'))).toHaveLength(1);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('recline_sms_refused_total{limit="hour"} 5');
  }));
