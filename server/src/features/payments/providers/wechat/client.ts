import { z } from 'zod';
import { Retry } from '../../port.ts';
import { errorOf } from './errors.ts';
import type { PlatformKeys } from './platform-keys.ts';
import { signedHeaders, whyForged } from './signature.ts';
import { type Call, send, type TransportDeps } from './transport.ts';

export type WechatClient = <Schema extends z.ZodType>(call: Call, schema: Schema) => Promise<z.output<Schema>>;

/** Calls of API v3. An answer counts only with WeChat's signature over its bytes. */
export function makeClient(deps: TransportDeps & { keys: PlatformKeys }): WechatClient {
  const { clock, keys } = deps;
  return async (call, schema) => {
    const { status, headers, body } = await send(deps, call);
    if (status !== 200 && status !== 204) throw errorOf(status, body);
    const signed = signedHeaders((name) => headers.get(name) ?? undefined);
    const why = signed ? whyForged(signed, body, await keys.keyOf(signed.serial), clock()) : 'it is not signed';
    if (why) throw new Retry(`an answer is not WeChat's: ${why}`);
    const parsed = schema.safeParse(status === 204 ? undefined : JSON.parse(body.toString()));
    if (!parsed.success) throw new Retry(`an answer of WeChat is not understood: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };
}
