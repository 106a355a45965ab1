import { agreementPaths } from '@recline/contract/agreement-paths';
import { type Block, blocksOf } from '@recline/contract/agreement-text';
import { type Language, toLanguage } from '@recline/contract/languages';
import type { FastifyInstance } from 'fastify';
import { safe, sendPlainPage } from '../../platform/http/plain-page.ts';
import type { Agreements } from './agreements.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }`;

function htmlOf(block: Block): string {
  if (block.kind === 'list') return `<ul>${block.items.map((item) => `<li>${safe(item)}</li>`).join('')}</ul>`;
  return block.kind === 'heading' ? `<h2>${safe(block.text)}</h2>` : `<p>${safe(block.text)}</p>`;
}

/** Each agreement as a page, for guests who pay without scripts. */
export function serveAgreementPages(app: FastifyInstance, { documentIn }: Pick<Agreements, 'documentIn'>): void {
  for (const name of ['userAgreement', 'privacyNotice'] as const)
    app.get(agreementPaths[name], async (request, reply) => {
      const language: Language = toLanguage((request.query as { lang?: unknown }).lang);
      const { title, text } = documentIn(name, language);
      const main = `<h1>${safe(title)}</h1>\n${blocksOf(text).map(htmlOf).join('\n')}`;
      return sendPlainPage(reply, { language, title, style, main });
    });
}
