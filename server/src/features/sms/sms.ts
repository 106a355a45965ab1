import { callingCodeOf, type MobileCountry } from '@recline/contract/mobile';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { makeAliyun } from './aliyun.ts';
import { makePostSms, type PostSms, type SmsTiming } from './http.ts';
import { makeLogSms } from './log.ts';
import { makeSender } from './sender.ts';
import { type ProviderSettings, smsSettings } from './settings.ts';
import type { SendSms, SmsProvider } from './sms.port.ts';
import { makeTencent } from './tencent.ts';
import { makeTwilio } from './twilio.ts';

interface SmsDeps {
  env: Env;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'sms'>;
  timing: SmsTiming;
}

export interface Sms {
  /** Whether codes can be sent at all. */
  isOffered: boolean;
  send: SendSms;
  /** The countries of SMS_COUNTRIES that a provider reaches. */
  countries: MobileCountry[];
}

/** Creates SMS from the settings; throws if some are missing. */
export function makeSms({ env, clock, log, metrics, timing }: SmsDeps): Sms {
  const post = makePostSms(timing);
  const providers = smsSettings(env).map((settings) => makeProvider(settings, { clock, log, post }));
  const reached = env.SMS_COUNTRIES.filter((country) =>
    providers.some((provider) => provider.reaches(callingCodeOf(country))),
  );
  const countries = providers.length === 0 ? env.SMS_COUNTRIES : reached;
  const unreached = env.SMS_COUNTRIES.filter((country) => !countries.includes(country));
  if (unreached.length > 0) log.warn({ countries: unreached }, 'no provider of SMS reaches these countries');
  return { isOffered: providers.length > 0, send: makeSender({ providers, clock, log, metrics }), countries };
}

function makeProvider(
  settings: ProviderSettings,
  { log, ...deps }: { clock: Clock; log: Log; post: PostSms },
): SmsProvider {
  switch (settings.name) {
    case 'aliyun':
      return makeAliyun(settings, deps);
    case 'tencent':
      return makeTencent(settings, deps);
    case 'twilio':
      return makeTwilio(settings, deps);
    case 'log':
      return makeLogSms(log);
  }
}
