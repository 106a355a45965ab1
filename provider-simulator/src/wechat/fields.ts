import { z } from 'zod';
import { type Context, isNotifyUrl } from '../core/context.ts';
import { parameterError } from './errors.ts';

/** The fields of WeChat's requests, with the limits its documents name. */

const amount = z.int().min(1).max(100_000_000);
const notifyUrl = (context: Context) =>
  z
    .string()
    .max(255)
    .refine((url) => isNotifyUrl(url, context.rules));
/** RFC 3339 with a zone. */
const timeExpire = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/);

const common = (context: Context) => ({
  appid: z.literal(context.keys.wechat.appId),
  mchid: z.literal(context.keys.wechat.mchId),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[0-9A-Za-z_\-|*]{6,32}$/),
  time_expire: timeExpire.optional(),
  attach: z.string().max(128).optional(),
  notify_url: notifyUrl(context),
  amount: z.object({ total: amount, currency: z.literal('CNY').optional() }),
});
const payerIp = z.string().min(7).max(45);

export interface PrepayFields {
  description: string;
  out_trade_no: string;
  time_expire?: string;
  attach?: string;
  notify_url: string;
  amount: { total: number };
  payer?: { openid: string };
}

export const jsapiRequest = (context: Context): z.ZodType<PrepayFields> =>
  z.object({
    ...common(context),
    payer: z.object({ openid: z.string().min(1).max(128) }),
    scene_info: z.object({ payer_client_ip: payerIp }).optional(),
  });

export const h5Request = (context: Context): z.ZodType<PrepayFields> =>
  z.object({
    ...common(context),
    scene_info: z.object({ payer_client_ip: payerIp, h5_info: z.object({ type: z.enum(['Wap', 'iOS', 'Android']) }) }),
  });

export const refundRequest = (context: Context) =>
  z
    .object({
      out_trade_no: z.string().optional(),
      transaction_id: z.string().optional(),
      out_refund_no: z.string().regex(/^[0-9A-Za-z_\-|*@]{1,64}$/),
      reason: z.string().max(80).optional(),
      notify_url: notifyUrl(context).optional(),
      amount: z.object({ refund: amount, total: amount, currency: z.literal('CNY') }),
    })
    .refine((request) => request.out_trade_no || request.transaction_id, { path: ['out_trade_no'] });
export type RefundRequest = z.output<ReturnType<typeof refundRequest>>;

/** Parses a body; a field that is missing or wrong is named, as WeChat does. */
export function parseBody<T>(schema: z.ZodType<T>, body: Buffer): { fields: T; given: unknown } {
  let given: unknown;
  try {
    given = JSON.parse(body.toString());
  } catch {
    throw parameterError('请求参数不是合法的JSON');
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return { fields: parsed.data, given };
  throw parameterError(`输入源“/body/${parsed.error.issues[0]?.path.join('/') ?? ''}”映射到值字段时不符合规则`);
}
