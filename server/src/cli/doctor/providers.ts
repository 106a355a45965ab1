import { randomInt } from 'node:crypto';
import { knownProviders } from '../../features/payments/index.ts';
import { adminMobile } from '../../features/session/index.ts';
import { makeSms } from '../../features/sms/index.ts';
import { refusalOfPretence } from '../../platform/env.ts';
import { isLoopback } from '../../platform/hosts.ts';
import { makeLog } from '../../platform/log.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { providersOf } from '../payments-parts.ts';
import { type Checks, type DoctorContext, type Finding, look, ok, wrong } from './finding.ts';

export const checkPayments: Checks = async (context) => {
  const { env } = context;
  if (env.PAYMENT_PROVIDERS.length === 0)
    return [look('payments', 'no provider: guests pay by cash and coupons only', 'Name one in PAYMENT_PROVIDERS.')];
  const findings: Finding[] = [];
  findings.push(...pretended(env));
  for (const provider of providersOf(context).filter(({ name }) => name !== 'sandbox')) {
    const check = `payments: ${provider.name}`;
    findings.push(
      ...(await provider.check().then(
        (said) => said.map((line) => ok(check, line)),
        (error: Error) => [wrong(check, error.message, 'See its settings in docs/payments.md.')],
      )),
    );
  }
  if (!env.PAYMENT_PROVIDERS.includes('sandbox')) return findings;
  const says = `the sandbox is on: guests pay on a test page, and no money moves${refused(context)}`;
  return [...findings, wrong('payments: sandbox', says, 'Take sandbox out of PAYMENT_PROVIDERS.')];
};

/** Shown for settings that will be refused at the next restart: earlier versions did not require ALLOW_PRETEND. */
const refused = ({ env }: DoctorContext): string =>
  refusalOfPretence(env) === undefined ? '' : '; the server refuses to start with it unless ALLOW_PRETEND=1';

/** Settings of a trial: addresses of a simulator on this machine, and keys that move no money. */
function pretended({ isPublic, given }: DoctorContext['env']): Finding[] {
  if (!isPublic) return [];
  return Object.entries(given).flatMap(([name, value = '']) => {
    const isAddress = name.endsWith('URL') && isOfProvider(name) && URL.canParse(value);
    if (isAddress && isLoopback(new URL(value).hostname))
      return [look('payments: settings', `${name} leads to this machine`, `Remove ${name} in production.`)];
    const isTest = name === 'STRIPE_SECRET_KEY' && /^[sr]k_test_/.test(value);
    return isTest ? [look('payments: settings', `${name} is a test key: no money moves`, 'Use the live key.')] : [];
  });
}

const isOfProvider = (setting: string): boolean =>
  knownProviders.some(({ name }) => setting.startsWith(`${name.toUpperCase()}_`));

export const checkSms: Checks = async (context) => {
  const { env } = context;
  const sender = smsOf(context);
  if (sender instanceof Error) return [wrong('sms', sender.message, 'See docs/operations.md, SMS.')];
  const names = env.SMS_PROVIDER ?? [];
  if (!sender.isOffered)
    return [look('sms', 'no provider: login by number is not offered', 'Name one in SMS_PROVIDER.')];
  const findings: Finding[] = [];
  if (names.includes('log'))
    findings.push(
      wrong(
        'sms: log',
        `login codes go to the log, not to phones${refused(context)}`,
        'Name aliyun, tencent or twilio in SMS_PROVIDER.',
      ),
    );
  if (context.sms === undefined && !names.every((name) => name === 'log'))
    findings.push(
      look(
        `sms: ${names.join(', ')}`,
        'the settings are complete; nothing was sent',
        'Try it: recline doctor --sms <your number>.',
      ),
    );
  if (context.sms !== undefined) findings.push(await tried(context, sender, context.sms));
  return findings;
};

/** Longer than the server's own timeout, so that the operator sees a slow provider's answer. */
const timing = { answerWithinMs: 20_000 };

function smsOf({ env, clock }: DoctorContext) {
  try {
    return makeSms({ env, clock, log: makeLog('silent'), metrics: makeMetrics(), timing });
  } catch (error) {
    return error as Error;
  }
}

/** Sends a real message: there is no other way to test keys, signature, template and number together. */
async function tried({ env }: DoctorContext, sms: ReturnType<typeof makeSms>, number: string): Promise<Finding> {
  const mobile = adminMobile(number, env);
  const code = String(randomInt(100_000, 1_000_000));
  const outcome = await sms.send({ mobile, code, language: env.APP_LANGUAGE === 'auto' ? 'zh_CN' : env.APP_LANGUAGE });
  const says = `${outcome} to ${mobile}`;
  if (outcome === 'sent') return ok('sms', `${says}; the code in it opens nothing`);
  return wrong('sms', says, "See the provider's keys, signature, template and balance.");
}
