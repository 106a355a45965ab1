import type { Language } from '@recline/contract/languages';
import { formatMoney } from '@recline/contract/money';
import { phrases } from '../../../../locales/index.ts';
import { type PlainPage, safe } from '../../../../platform/http/plain-page.ts';
import type { SandboxPayment } from './sandbox.sql.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { width: min(24rem, 100% - 3rem); padding: 1.5rem 0; text-align: center; }
h1 { font-size: 1.1rem; font-weight: 600; margin: 0; }
.amount { font-size: 2.6rem; font-weight: 700; margin: .5rem 0; font-variant-numeric: tabular-nums; }
fieldset { border: 1px solid #8886; border-radius: 12px; margin: 1.5rem 0; text-align: start; }
label { display: flex; gap: .6rem; align-items: center; min-height: 2.75rem; }
button, a { display: block; box-sizing: border-box; width: 100%; min-height: 3rem; margin: .75rem 0; padding: .7rem;
  border: 1px solid #8886; border-radius: 12px; background: none; color: inherit; font: inherit; text-decoration: none; }
button[value=paid] { background: #0b6b57; border-color: #0b6b57; color: #fff; font-weight: 600; }
:focus-visible { outline: 3px solid #2a8cff; outline-offset: 2px; }`;

export function cashierPage(payment: SandboxPayment, language: Language): PlainPage {
  const say = phrases[language].sandbox;
  const amount = safe(formatMoney(payment.amount, payment.currency));
  const choice = (value: string, label: string, checked = '') =>
    `<label><input type="radio" name="notice" value="${value}"${checked}> ${label}</label>`;
  const form = `<form method="post">
<button name="decision" value="paid">${say.pay}</button>
<button name="decision" value="declined">${say.decline}</button>
<a href="${safe(payment.back_to)}">${say.leave}</a>
<fieldset><legend>${say.notice}</legend>
${choice('now', say.now, ' checked')}${choice('twice', say.twice)}${choice('late', say.late)}</fieldset>
</form>`;
  const over = `<p>${say.over}</p><a href="${safe(payment.return_to)}">${say.goOn}</a>`;
  const main = `<h1>${say.title}</h1><p class="amount">${amount}</p><p>${say.note}</p>
${payment.status === 'open' ? form : over}`;
  return { language, title: say.title, style, main };
}
