import { type Answer, json } from '../core/http.ts';

/** A refusal in WeChat's own form. Error bodies are not signed. */
export class WechatError extends Error {
  status: number;
  code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const errorAnswer = ({ status, code, message }: WechatError): Answer => json(status, { code, message });

export const parameterError = (message: string) => new WechatError(400, 'PARAM_ERROR', message);
export const invalidRequest = (message: string) => new WechatError(400, 'INVALID_REQUEST', message);

export const errorAnswers = {
  limited: () => errorAnswer(new WechatError(429, 'FREQUENCY_LIMITED', '频率超限')),
  failed: () => errorAnswer(new WechatError(500, 'SYSTEM_ERROR', '系统错误')),
};
