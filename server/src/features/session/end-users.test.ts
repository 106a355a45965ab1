import { randomInt } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { startTestServer } from '../../testing/start.ts';

const server = useServer();
const newMobile = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;
const codeFor = async (mobile: string) => {
  const { client, smsCodes } = server();
  await client.session.smsCode({ mobile });
  return smsCodes.get(`+86${mobile}`)?.at(-1) ?? '';
};
const logIn = async (mobile: string, token?: string) => {
  const code = await codeFor(mobile);
  return server().client.session.smsLogin({ mobile, code }, token === undefined ? {} : { token });
};
const infoOf = async (token: string) => (await server().client.session.info({}, { token })).data;

describe('a number', () => {
  it('is one account in all its spellings, and one set of limits', async () => {
    const { client, smsCodes } = server();
    const mobile = newMobile();
    const { data } = await logIn(mobile);
    const user = await infoOf(data.accessToken);
    expect(user).toMatchObject({ account: `+86${mobile}`, mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` });
    const spellings = [
      `86${mobile}`,
      `+86${mobile}`,
      `+86 ${mobile.slice(0, 3)}-${mobile.slice(3, 7)}-${mobile.slice(7)}`,
    ];
    for (const spelling of spellings) {
      expect(await client.session.smsCode({ mobile: spelling })).toMatchObject({ status: 429, code: 429 });
    }
    server().setTime(new Date(Date.now() + 61_000));
    await client.session.smsCode({ mobile: spellings[2] ?? '' });
    const code = smsCodes.get(`+86${mobile}`)?.at(-1) ?? '';
    const again = await client.session.smsLogin({ mobile: spellings[1] ?? '', code });
    server().setTime(undefined);
    expect((await infoOf(again.data.accessToken)).id).toBe(user.id);
  });

  it.each(['+4915112345678', '09171234567', '12345', 'phone', '13800000001x'])(
    '%s is refused by name',
    async (mobile) => {
      for (const answer of [
        await server().client.session.smsCode({ mobile }),
        await server().client.session.smsLogin({ mobile, code: '000000' }),
      ]) {
        expect(answer).toMatchObject({ status: 400, code: 400 });
        expect(answer.message).toContain('mobile');
      }
    },
  );

  it('of a country that SMS_COUNTRIES leaves out is refused; without a calling code it is of APP_COUNTRY', async () => {
    const own = await startTestServer(inject('postgresUrl'), { APP_COUNTRY: 'PH', SMS_COUNTRIES: 'PH,MY' });
    try {
      const codeOf = async (mobile: string) => (await own.client.session.smsCode({ mobile })).code;
      expect(await codeOf('+8613800000001')).toBe(400);
      expect(await codeOf('13800000001')).toBe(400);
      expect(await codeOf('0917 123 4567')).toBe(200);
      expect(await codeOf('+60 12-345 6789')).toBe(200);
      expect([...own.smsCodes.keys()]).toEqual(['+639171234567', '+60123456789']);
    } finally {
      await own.stop();
    }
  });
});
