import { z } from 'zod';
import { Misconfigured, Refused, Retry } from '../../port.ts';

/** The head of every answer. An authorisation's token has no code when it is good. */
export const answerHead = z.object({
  code: z.string().default('10000'),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
});
type AnswerHead = z.output<typeof answerHead>;

export const isDone = ({ code }: AnswerHead): boolean => code === '10000';
const businessFailure = '40004';

/** Codes that mean: not now. The list is not confirmed. */
const retryCodes = new Set(['20000', '40005']);
const retrySubCodes = new Set(['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR', 'ACQ.SELLER_BALANCE_NOT_ENOUGH']);
/** An argument that is somebody else's: the code of an authorisation. */
const badCode = 'isv.code-invalid';
export const notExist = 'ACQ.TRADE_NOT_EXIST';
/** There is no bill: not yet, or for want of trade. */
export const noBillCodes = new Set(['isp.bill_not_exist', 'ACQ.BILL_NOT_EXIST']);

/** Whether an answer may come without a signature: Alipay cannot sign for an app that it does not know. */
export const mayBeUnsigned = (head: AnswerHead): boolean => !isDone(head) && head.code !== businessFailure;

export function errorOf(head: AnswerHead): Error {
  const { code, sub_code, sub_msg } = head;
  const text = `Alipay answered ${code} ${sub_code}: ${sub_msg.slice(0, 200)}`;
  if (retryCodes.has(code) || retrySubCodes.has(sub_code)) return new Retry(text);
  if (code === businessFailure || sub_code === badCode || noBillCodes.has(sub_code)) return new Refused(sub_code, text);
  if (sub_code.startsWith('isp.')) return new Retry(text);
  return new Misconfigured(text);
}
