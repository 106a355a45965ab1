import { createHash } from 'node:crypto';
import { type Language, tagOf } from '@recline/contract/languages';
import type { FastifyReply } from 'fastify';

/** A page of our server that needs no scripts and no files. */
export interface PlainPage {
  language: Language;
  title: string;
  style: string;
  /** HTML. Text that we did not write is escaped with `safe`. */
  main: string;
}

export const safe = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** The Content-Security-Policy header: no scripts, this inline style only, forms to the same origin only. */
const policyOf = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export const sendPlainPage = (reply: FastifyReply, { language, title, style, main }: PlainPage): FastifyReply =>
  reply
    .header('content-security-policy', policyOf(style))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${tagOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)}</title><style>${style}</style></head>
<body><main>${main}</main></body></html>`);
