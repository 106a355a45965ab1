import { describe, expect, it } from 'vitest';
import { readEnv, refusalOfPretence } from './env.ts';

describe('the settings', () => {
  it('have defaults for a newcomer: everything embedded, with a demo that only this machine reaches', () => {
    const env = readEnv({});
    expect(env).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', MQTT_PORT: 1883, DEMO: true, APP_LANGUAGE: 'zh_CN' });
    expect(env).toMatchObject({ MQTT_HOST: '127.0.0.1', PAYMENT_PROVIDERS: ['sandbox'], isPublic: false });
    expect(env.SERVICE_PHONE).toBe(''); // no secret is invented
    expect(env.DATA_DIR).toMatch(/[\\/]\.data$/);
  });

  it.each([{ DATABASE_URL: 'postgres://localhost/x' }, { PUBLIC_URL: 'https://chairs.example' }])(
    'with %o have no demo and no sandbox unless they are named',
    (outside) => {
      expect(readEnv(outside)).toMatchObject({ DEMO: false, PAYMENT_PROVIDERS: [], isPublic: true });
      expect(readEnv({ ...outside, DEMO: '1' })).toMatchObject({ DEMO: true, PAYMENT_PROVIDERS: [] });
      const named = { ...outside, DEMO: '1', PAYMENT_PROVIDERS: 'sandbox' };
      expect(readEnv(named)).toMatchObject({ DEMO: true, PAYMENT_PROVIDERS: ['sandbox'] });
    },
  );

  it.each([
    ['refused', { DATABASE_URL: 'postgres://localhost/x', PAYMENT_PROVIDERS: 'stripe,sandbox' }],
    ['refused', { PUBLIC_URL: 'https://chairs.example', SMS_PROVIDER: 'log' }],
    ['taken', { PUBLIC_URL: 'https://chairs.example', SMS_PROVIDER: 'log', ALLOW_PRETEND: '1' }],
    ['taken', { PUBLIC_URL: 'https://chairs.example', PAYMENT_PROVIDERS: 'stripe' }],
    ['taken', { PUBLIC_URL: 'http://192.168.1.20:8080', PAYMENT_PROVIDERS: 'sandbox', SMS_PROVIDER: 'log' }],
  ] as const)('that only simulate a service are %s on a public installation: %o', (outcome, given) => {
    const refusal = refusalOfPretence(readEnv(given));
    if (outcome === 'taken') expect(refusal).toBeUndefined();
    else expect(refusal).toMatch(/(sandbox|log) .*ALLOW_PRETEND=1/);
  });

  it.each([
    [{ DEMO: '0' }, '0.0.0.0'],
    [{ DATABASE_URL: 'postgres://localhost/x' }, '0.0.0.0'],
    [{ HOST: '192.168.1.20' }, '192.168.1.20'],
  ])('with %o listen at %s', (given, HOST) => {
    expect(readEnv(given).HOST).toBe(HOST);
  });

  it('keep the demo at an address of the local network', () => {
    expect(readEnv({ PUBLIC_URL: 'http://192.168.1.20:8080' })).toMatchObject({ DEMO: true, isPublic: false });
  });

  it('treat an empty value as not given', () => {
    const env = readEnv({ PORT: '', PUBLIC_URL: '' });
    expect([env.PORT, env.PUBLIC_URL]).toEqual([8080, undefined]);
  });

  it('keep an address without its last slash', () => {
    expect(readEnv({ PUBLIC_URL: 'https://chairs.example/' }).PUBLIC_URL).toBe('https://chairs.example');
  });

  it.each([
    ['PORT', '99999'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'chairs.example'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['MQTT_URL', 'http://localhost'],
    ['DEMO', 'yes'],
    ['APP_CURRENCY', 'EUR'],
    ['APP_LANGUAGE', 'en'],
    ['SIMULATED_CHAIRS', '-1'],
    ['TILE_URL', 'tiles.example/{z}'],
  ])('name %s when it is %s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(name);
  });

  it('name every missing setting for files on OSS, and accept none at all', () => {
    expect(readEnv({}).oss).toBeUndefined();
    expect(() => readEnv({ OSS_BUCKET: 'files' })).toThrow(/OSS_ENDPOINT[\s\S]*OSS_ACCESS_KEY_SECRET[\s\S]*PUBLIC_URL/);
    const all = { OSS_BUCKET: 'files', OSS_ENDPOINT: 'https://oss-cn-hangzhou.aliyuncs.com', OSS_ACCESS_KEY_ID: 'id' };
    const env = readEnv({ ...all, OSS_ACCESS_KEY_SECRET: 'secret', PUBLIC_URL: 'https://chairs.example/' });
    expect(env.oss).toMatchObject({ bucket: 'files', accessId: 'id', publicUrl: 'https://chairs.example' });
  });

  it('have a default source of map tiles, which can be changed or removed', () => {
    expect(readEnv({}).TILE_URL).toContain('{z}/{x}/{y}');
    expect(readEnv({ TILE_URL: 'https://tiles.example/{z}/{x}/{y}' }).TILE_URL).toBe(
      'https://tiles.example/{z}/{x}/{y}',
    );
    expect(readEnv({ TILE_URL: 'none' }).TILE_URL).toBeUndefined();
  });

  it('name every bad one at once', () => {
    expect(() => readEnv({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[\s\S]*DEMO/);
  });
});
