import { type Answer, json } from '../core/http.ts';
import { hex } from '../core/random.ts';

/** A refusal in Stripe's own form. */
export class StripeError extends Error {
  status: number;
  type: string;
  param?: string;
  code?: string;
  constructor(status: number, type: string, message: string, more: { param?: string; code?: string } = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.param = more.param;
    this.code = more.code;
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeError(400, 'invalid_request_error', message, { param, code });
export const missing = (kind: string, id: string) =>
  new StripeError(404, 'invalid_request_error', `No such ${kind}: '${id}'`, { param: 'id', code: 'resource_missing' });

export const errorAnswer = ({ status, type, message, param, code }: StripeError): Answer =>
  json(status, { error: { type, message, param, code } }, { 'request-id': `req_${hex(7)}` });

export const errorAnswers = {
  limited: () =>
    errorAnswer(
      new StripeError(429, 'invalid_request_error', 'Too many requests hit the API too quickly.', {
        code: 'rate_limit',
      }),
    ),
  failed: () => errorAnswer(new StripeError(500, 'api_error', 'An unknown error occurred')),
};
