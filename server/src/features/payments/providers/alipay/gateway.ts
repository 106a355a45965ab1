import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { Retry } from '../../port.ts';
import { beijingTime } from '../shared/beijing-time.ts';
import { callProvider } from '../shared/http.ts';
import { isSigned } from '../shared/rsa.ts';
import { answerHead, errorOf, isDone, mayBeUnsigned } from './errors.ts';
import type { GatewaySettings } from './settings.ts';
import { objectBytes, signParams } from './signature.ts';

export interface GatewayDeps {
  settings: GatewaySettings;
  fetch: typeof fetch;
  clock: Clock;
  timeoutMs: number;
}

/** The signed parameters of a call; `more` are those beside the business content. */
export function requestParams(
  { settings, clock }: Pick<GatewayDeps, 'settings' | 'clock'>,
  method: string,
  content: object | undefined,
  more: Record<string, string> = {},
): Record<string, string> {
  const params = {
    app_id: settings.appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: beijingTime(clock()),
    version: '1.0',
    ...(content && { biz_content: JSON.stringify(content) }),
    ...more,
  };
  return signParams(params, settings.key);
}

export type Gateway = <Schema extends z.ZodType>(
  method: string,
  schema: Schema,
  content?: object,
  more?: Record<string, string>,
) => Promise<z.output<Schema>>;

/** Calls to the gateway. An answer counts only with Alipay's signature over its exact bytes. */
export function makeGateway(deps: GatewayDeps): Gateway {
  const { settings, fetch, timeoutMs } = deps;
  return async (method, schema, content, more) => {
    const { biz_content, ...common } = requestParams(deps, method, content, more);
    const url = `${settings.gatewayUrl}?${new URLSearchParams(common).toString()}`;
    const body = new URLSearchParams(biz_content === undefined ? {} : { biz_content });
    const { status, body: answer } = await callProvider(fetch, url, { method: 'POST', body }, timeoutMs);
    if (status !== 200) throw new Retry(`Alipay answered ${status}`);
    return readAnswer(settings, method, schema, answer);
  };
}

function readAnswer<Schema extends z.ZodType>(
  settings: GatewaySettings,
  method: string,
  schema: Schema,
  answer: Buffer,
) {
  const bytes = objectBytes(answer, `${method.replaceAll('.', '_')}_response`) ?? objectBytes(answer, 'error_response');
  if (!bytes) throw new Retry('an answer of Alipay is not understood');
  const content: unknown = JSON.parse(bytes.toString());
  const head = answerHead.parse(content);
  const isGood = isSigned(settings.alipayKey, bytes, signOf(answer));
  if (!isGood && !mayBeUnsigned(head)) throw new Retry("an answer is not Alipay's: its signature is wrong");
  if (!isDone(head)) throw errorOf(head);
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw new Retry(`an answer of Alipay is not understood: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

const signOf = (answer: Buffer): string =>
  z.object({ sign: z.string().default('') }).parse(JSON.parse(answer.toString())).sign;
