import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { Misconfigured, Refused, Retry } from '../provider.ts';
import { beijingTime } from '../shared/beijing.ts';
import { callProvider } from '../shared/http.ts';
import { isSigned } from '../shared/rsa.ts';
import type { GatewaySettings } from './settings.ts';
import { objectBytes, signParams } from './signing.ts';

export interface GatewayDeps {
  settings: GatewaySettings;
  fetch: typeof fetch;
  clock: Clock;
  timeoutMs: number;
}

/** The signed parameters of a call; `more` are those besides the business content. */
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

// Errors ------------------------------------------------------------------------------------

/** The head of every answer. A valid authorisation token has no code. */
const answerHead = z.object({
  code: z.string().default('10000'),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
});
type AnswerHead = z.output<typeof answerHead>;

const isDone = ({ code }: AnswerHead): boolean => code === '10000';
const businessFailure = '40004';

/** Codes that mean: retry later. The list is unconfirmed. */
const retryCodes = new Set(['20000', '40005']);
const retrySubCodes = new Set(['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR', 'ACQ.SELLER_BALANCE_NOT_ENOUGH']);
/** The one invalid argument that is not our fault: the code of an authorisation. */
const badCode = 'isv.code-invalid';
export const notExist = 'ACQ.TRADE_NOT_EXIST';
/** There is no bill: not yet, or because there was no trade. */
export const noBillCodes = new Set(['isp.bill_not_exist', 'ACQ.BILL_NOT_EXIST']);

/** Whether an answer may come without a signature: Alipay cannot sign for an app that it does not know. */
const mayBeUnsigned = (head: AnswerHead): boolean => !isDone(head) && head.code !== businessFailure;

function errorOf(head: AnswerHead): Error {
  const { code, sub_code, sub_msg } = head;
  const text = `Alipay answered ${code} ${sub_code}: ${sub_msg.slice(0, 200)}`;
  if (retryCodes.has(code) || retrySubCodes.has(sub_code)) return new Retry(text);
  if (code === businessFailure || sub_code === badCode || noBillCodes.has(sub_code)) return new Refused(sub_code, text);
  if (sub_code.startsWith('isp.')) return new Retry(text);
  return new Misconfigured(text);
}
