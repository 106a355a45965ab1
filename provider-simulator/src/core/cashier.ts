import { type Language, languages, toLanguage } from '@recline/contract/languages';
import type { Answer, Call } from './http.ts';

/** The pages on which a payer pays: plain, without a script, in three languages. */

export interface CashierPage {
  brand: string;
  /** The brand's colour; white text on it must be readable. */
  colour: string;
  /** The amount as a payer reads it, with its currency. */
  amount: string;
  description: string;
  /** Where the form is posted. */
  action: string;
  fields?: Record<string, string>;
  /** Further buttons of this provider: their value and label. */
  more?: { decision: string; label: Record<Language, string> }[];
}

interface Words {
  note: string;
  pay: string;
  giveUp: string;
  paid: string;
  closed: string;
  expired: string;
  refused: string;
  back: string;
}

const words: Record<Language, Words> = {
  zh_CN: {
    note: '模拟收银台，不会产生真实扣款。',
    pay: '确认支付',
    giveUp: '放弃支付',
    paid: '支付成功',
    closed: '订单已关闭，无法支付',
    expired: '链接已过期，请返回商家重新支付',
    refused: '商家参数有误，请联系商家解决',
    back: '返回商家',
  },
  en_US: {
    note: 'Simulated cashier. No real money is charged.',
    pay: 'Pay now',
    giveUp: 'Give up',
    paid: 'Payment successful',
    closed: 'This order is closed and cannot be paid',
    expired: 'This link has expired. Go back to the shop and pay again',
    refused: 'The shop sent a wrong request. Please contact the shop',
    back: 'Back to the shop',
  },
  id_ID: {
    note: 'Kasir simulasi. Tidak ada uang sungguhan yang ditarik.',
    pay: 'Bayar sekarang',
    giveUp: 'Batal bayar',
    paid: 'Pembayaran berhasil',
    closed: 'Pesanan ini sudah ditutup dan tidak bisa dibayar',
    expired: 'Tautan sudah kedaluwarsa. Kembali ke toko dan bayar lagi',
    refused: 'Permintaan dari toko salah. Silakan hubungi toko',
    back: 'Kembali ke toko',
  },
};

export type Outcome = 'paid' | 'closed' | 'expired' | 'refused';

const safe = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

const style = (colour: string) => `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100dvh; background: Canvas; color: CanvasText; }
header { background: ${colour}; color: #fff; padding: 1rem 1.25rem; font-weight: 700; }
main { width: min(26rem, 100% - 2.5rem); margin: 0 auto; padding: 2rem 0; text-align: center; }
.amount { font-size: 2.75rem; font-weight: 700; margin: .25rem 0; font-variant-numeric: tabular-nums; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
button, .button { display: block; box-sizing: border-box; width: 100%; min-height: 48px; margin: 1rem 0; padding: .6rem;
  border: 1px solid #8888; border-radius: 8px; background: none; color: inherit; font: inherit; text-decoration: none; }
button[value=pay] { background: ${colour}; border-color: ${colour}; color: #fff; font-weight: 700; }
:focus-visible { outline: 3px solid #2a8cff; outline-offset: 2px; }`;

/** The page's language: asked for, or the browser's, or Chinese. */
function languageOf(call: Call): Language {
  const asked = call.url.searchParams.get('lang');
  if (asked) return toLanguage(asked);
  const preferred = (call.headers['accept-language'] ?? '').slice(0, 2).toLowerCase();
  return languages.find((language) => language.startsWith(preferred || 'zh')) ?? 'zh_CN';
}

function page(
  call: Call,
  brand: string,
  colour: string,
  status: number,
  content: (say: Words, language: Language) => string,
): Answer {
  const language = languageOf(call);
  const body = `<!doctype html>
<html lang="${language.replace('_', '-')}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(brand)}</title><style>${style(colour)}</style></head>
<body><header>${safe(brand)}</header><main>${content(words[language], language)}</main></body></html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }, body };
}

export function cashierPage(
  call: Call,
  { brand, colour, amount, description, action, fields = {}, more = [] }: CashierPage,
): Answer {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${safe(name)}" value="${safe(value)}">`,
  );
  return page(call, brand, colour, 200, (say, language) => {
    const button = (decision: string, label: string) =>
      `<button name="decision" value="${safe(decision)}">${safe(label)}</button>`;
    return `<p>${safe(description)}</p><p class="amount">${safe(amount)}</p><p>${say.note}</p>
<form method="post" action="${safe(action)}">${hidden.join('')}
${button('pay', say.pay)}${button('giveUp', say.giveUp)}${more.map((each) => button(each.decision, each.label[language])).join('')}</form>`;
  });
}

/** The page when nothing is left to pay. */
export function outcomePage(
  call: Call,
  {
    brand,
    colour,
    outcome,
    detail,
    backTo,
  }: { brand: string; colour: string; outcome: Outcome; detail?: string; backTo?: string },
): Answer {
  const back = (say: Words) => (backTo ? `<a class="button" href="${safe(backTo)}">${say.back}</a>` : '');
  return page(
    call,
    brand,
    colour,
    outcome === 'paid' ? 200 : 400,
    (say) => `<h1>${say[outcome]}</h1>${detail ? `<p>${safe(detail)}</p>` : ''}${back(say)}`,
  );
}
