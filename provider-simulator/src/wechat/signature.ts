import { createPublicKey, sign, verify } from 'node:crypto';
import type { Context } from '../core/context.ts';
import type { CallFault } from '../core/faults.ts';
import type { Answer, Call } from '../core/http.ts';
import { alphanumeric } from '../core/random.ts';
import { parameterError, WechatError } from './errors.ts';
import type { KeyRing, SigningKey } from './key-ring.ts';

export const scheme = 'WECHATPAY2-SHA256-RSA2048';
const toleranceSeconds = 300;

const refused = (message: string) => new WechatError(401, 'SIGN_ERROR', message);

/** Checks what every request must have, and its signature over the exact bytes sent. */
export function checkRequest(call: Call, { keys, clocks }: Context): void {
  checkHeaders(call);
  const authorization = call.headers.authorization ?? '';
  if (!authorization.startsWith(`${scheme} `))
    throw refused('Http头Authorization值格式错误，请参考《微信支付商户REST API签名规则》');
  const given = Object.fromEntries(
    [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const { mchid, nonce_str: nonce, signature, timestamp, serial_no: serial } = given;
  const { mchId, merchantSerial, merchantKey } = keys.wechat;
  if (mchid !== mchId) throw refused('商户号不存在');
  if (serial?.toUpperCase() !== merchantSerial) throw refused('商户证书序列号有误');
  if (!nonce || !signature || !/^\d{10}$/.test(timestamp ?? '')) throw refused('签名信息不完整');
  if (Math.abs(clocks.signing('wechat') - Number(timestamp)) > toleranceSeconds) throw refused('签名时间戳已过期');
  const message = `${call.method}\n${call.target}\n${timestamp}\n${nonce}\n${call.body.toString()}\n`;
  const fits = verify(
    'RSA-SHA256',
    Buffer.from(message),
    createPublicKey(merchantKey),
    Buffer.from(signature, 'base64'),
  );
  if (!fits) throw refused('签名错误，请检查后再试');
}

function checkHeaders({ method, headers }: Call): void {
  if (!headers['user-agent']) throw parameterError('Http头缺少User-Agent');
  if (!/application\/json|\*\/\*/.test(headers.accept ?? ''))
    throw parameterError('Http头Accept必须为application/json');
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json'))
    throw parameterError('Http头Content-Type必须为application/json');
}

export function signatureHeaders(body: string, key: SigningKey, { clocks }: Context): Record<string, string> {
  const timestamp = String(clocks.signing('wechat'));
  const nonce = alphanumeric(32);
  const signature = sign('RSA-SHA256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key.key).toString('base64');
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': key.serial,
    'wechatpay-signature': signature,
    'wechatpay-signature-type': scheme,
  };
}

/** Signs an answer with the key that the caller asked for, or wrongly on demand. */
export function signAnswer(answer: Answer, call: Call, ring: KeyRing, context: Context, fault?: CallFault): Answer {
  if (answer.status >= 300 || fault === 'unsigned') return answer;
  const asked = call.headers['wechatpay-serial'];
  const key = ring.bySerial(typeof asked === 'string' ? asked : undefined) ?? ring.current();
  const headers = signatureHeaders(String(answer.body ?? ''), flawed(key, ring, fault), context);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

export function flawed(key: SigningKey, { stranger }: KeyRing, flaw: string | undefined): SigningKey {
  if (flaw === 'badSignature' || flaw === 'forged') return { serial: key.serial, key: stranger() };
  if (flaw === 'unknownSerial') return { serial: `${key.serial.slice(0, -4)}0000`, key: key.key };
  return key;
}
