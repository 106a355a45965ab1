import { describe, expect, it } from 'vitest';
import { makeLog } from '../../platform/log.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { makeSender } from './sender.ts';
import { NotSent, type SmsProvider } from './sms.port.ts';

const busy = () => new NotSent('busy', { retry: true });
const refused = () => new NotSent('no money', { retry: false });
const timeout = () => new Error('timeout');

/** Fake providers that fail with the given errors, and then send. */
function scene(faults: Record<string, (() => Error)[]>, reach: Record<string, string> = {}) {
  const asked: string[] = [];
  const provider = (name: string): SmsProvider => ({
    name,
    reaches: (mobile) => mobile.startsWith(reach[name] ?? '+'),
    async send() {
      asked.push(name);
      const fault = faults[name]?.shift();
      if (fault) throw fault();
    },
  });
  let now = new Date('2026-11-15T12:00:00Z');
  const metrics = makeMetrics();
  const providers = Object.keys(faults).map(provider);
  const logged: Record<string, unknown>[] = [];
  const log = makeLog('error', { write: (line: string) => void logged.push(JSON.parse(line)) });
  const send = makeSender({ providers, clock: () => now, log, metrics });
  return {
    asked,
    logged,
    metrics,
    later: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
    send: (mobile = '+8613800000001') => send({ mobile, code: '123456', language: 'zh_CN' }),
  };
}

describe('a message', () => {
  it('goes through the first provider that reaches its number', async () => {
    const { send, asked } = scene({ aliyun: [], twilio: [] }, { aliyun: '+86' });
    expect([await send(), await send('+60123456789')]).toEqual(['sent', 'sent']);
    expect(asked).toEqual(['aliyun', 'twilio']);
  });

  it('is retried once if the provider was busy, then through the next', async () => {
    const { send, asked } = scene({ one: [busy, busy], two: [busy] });
    expect(await send()).toBe('sent');
    expect(asked).toEqual(['one', 'one', 'two', 'two']);
  });

  it('goes to the next provider at once if the first refuses it', async () => {
    const { send, asked } = scene({ one: [refused], two: [] });
    expect(await send()).toBe('sent');
    expect(asked).toEqual(['one', 'two']);
  });

  it('that may have been sent is not sent again by any provider', async () => {
    const { send, asked } = scene({ one: [timeout], two: [] });
    expect(await send()).toBe('unknown');
    expect(asked).toEqual(['one']);
  });

  it('is not sent if all refuse, or none reaches the number', async () => {
    expect(await scene({ one: [refused], two: [refused] }).send()).toBe('not sent');
    expect(await scene({ one: [] }, { one: '+86' }).send('+60123456789')).toBe('not sent');
  });

  it('is counted by provider and outcome', async () => {
    const { send, metrics } = scene({ one: [refused], two: [timeout] });
    await send();
    const text = await metrics.registry.metrics();
    expect(text).toContain('recline_sms_total{provider="one",outcome="not_sent"} 1');
    expect(text).toContain('recline_sms_total{provider="two",outcome="unknown"} 1');
  });
});

it('why a provider sent nothing is in the log, ten times a minute', async () => {
  const { send, logged, later } = scene({ one: Array.from({ length: 13 }, () => refused) });
  for (let times = 0; times < 12; times += 1) await send();
  expect(logged).toHaveLength(10);
  expect(logged[0]).toMatchObject({ provider: 'one', reason: 'no money', msg: 'an SMS was not sent', leftOut: 0 });
  later(60_000);
  await send();
  expect(logged.slice(10)).toMatchObject([{ leftOut: 2 }]);
});

it('a provider that failed comes after the others for a minute', async () => {
  const { send, asked, later } = scene({ one: [timeout], two: [] });
  await send();
  await send();
  later(59_999);
  await send();
  later(1);
  await send();
  expect(asked).toEqual(['one', 'two', 'two', 'one']);
});

it('every outcome of every provider is counted from 0', async () => {
  const { metrics } = scene({ one: [], two: [] });
  const { values } = await metrics.sms.get();
  const outcomes = ['sent', 'not_sent', 'unknown'];
  expect(values.map(({ labels, value }) => [labels.provider, labels.outcome, value])).toEqual(
    ['one', 'two'].flatMap((provider) => outcomes.map((outcome) => [provider, outcome, 0])),
  );
});
