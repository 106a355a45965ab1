import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { makeLogLimit } from '../../platform/log-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { NotSent, type SendSms, type SmsMessage, type SmsOutcome, type SmsProvider, smsOutcomes } from './sms.port.ts';

/** A provider that failed comes after the others for this long. */
const avoidMs = 60_000;

interface SenderDeps {
  /** In order of preference. */
  providers: readonly SmsProvider[];
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'sms'>;
}

/** Labels of metrics have no spaces. */
const labelOf = (outcome: string): string => outcome.replaceAll(' ', '_');

/**
 * Sends a message through the first provider that reaches the number, or through the next one if it certainly was not
 * sent.
 */
export function makeSender({ providers, clock, log, metrics }: SenderDeps): SendSms {
  // Prometheus computes rates from changes: a counter must exist at 0 before its first event.
  for (const { name: provider } of providers)
    for (const outcome of smsOutcomes) metrics.sms.inc({ provider, outcome: labelOf(outcome) }, 0);
  const admitToLog = makeLogLimit(clock, { perKey: 10, inAll: 30 });
  const avoidedUntil = new Map<string, number>();
  const isAvoided = ({ name }: SmsProvider) => (avoidedUntil.get(name) ?? 0) > clock().getTime();

  const candidates = (mobile: string): SmsProvider[] =>
    providers
      .filter((provider) => provider.reaches(mobile))
      .toSorted((one, other) => Number(isAvoided(one)) - Number(isAvoided(other)));

  async function attempt(provider: SmsProvider, message: SmsMessage, retries = 1): Promise<SmsOutcome> {
    try {
      await provider.send(message);
      return 'sent';
    } catch (error) {
      if (error instanceof NotSent && error.retry && retries > 0) return attempt(provider, message, retries - 1);
      avoidedUntil.set(provider.name, clock().getTime() + avoidMs);
      const logged = admitToLog(provider.name);
      const reason = (error as Error).message;
      if (logged) log.error({ provider: provider.name, reason, ...logged }, 'an SMS was not sent');
      return error instanceof NotSent ? 'not sent' : 'unknown';
    }
  }

  return async (message) => {
    for (const provider of candidates(message.mobile)) {
      const outcome = await attempt(provider, message);
      metrics.sms.inc({ provider: provider.name, outcome: labelOf(outcome) });
      if (outcome !== 'not sent') return outcome;
    }
    return 'not sent';
  };
}
