import { limits } from '@recline/contract/limits';
import { isMobile, isNumericCode, plainMobile } from '@recline/contract/validators';
import type { LoginTexts } from '../../../locales/index.ts';
import { api } from '../../platform/api.ts';
import { toast } from '../../platform/toast.ts';
import { countSeconds } from '../../ui/seconds.ts';
import { type FormErrors, formErrors } from './login-errors.ts';
import { runForm, showErrors, textOf } from './login-form.ts';
import type { Part, WayIn } from './login-page.ts';

const mobileOf = (values: FormData) => plainMobile(textOf(values, 'mobile'));

function checkMobile(values: FormData, t: LoginTexts): FormErrors {
  if (mobileOf(values) === '') return { mobile: t.login.mobilePrompt };
  return isMobile(mobileOf(values)) ? {} : { mobile: t.login.mobileWrong };
}

function checkCode(values: FormData, t: LoginTexts): FormErrors {
  const code = textOf(values, 'code');
  if (code === '') return { code: t.login.codePrompt };
  return isNumericCode(code, limits.smsCodeDigits) ? {} : { code: t.login.codeWrong(limits.smsCodeDigits) };
}

/** The button that sends the SMS code, disabled until it may be resent. */
function runSender(part: Part, form: HTMLFormElement, t: LoginTexts): void {
  const button = part('#send-code', HTMLButtonElement);
  const rest = (left: number) => {
    button.disabled = left > 0;
    button.textContent = left > 0 ? t.login.resendIn(left) : t.login.sendCode;
  };
  const send = async (mobile: string) => {
    button.disabled = true;
    try {
      const { resendAfter } = await api.session.smsCode({ mobile });
      countSeconds(Number(resendAfter), rest);
      toast(t.login.codeSent);
    } catch (error) {
      button.disabled = false;
      showErrors(form, formErrors(error, t));
    }
  };
  button.addEventListener('click', () => {
    const values = new FormData(form);
    const found = checkMobile(values, t);
    showErrors(form, found);
    if (!found.mobile) void send(mobileOf(values));
  });
}

/** The login with a mobile number and an SMS code. */
export function runGuestForm(part: Part, { texts, onLoggedIn }: WayIn): void {
  const form = part('#guest-form', HTMLFormElement);
  runSender(part, form, texts);
  runForm(form, {
    texts,
    onLoggedIn,
    check: (values) => ({ ...checkMobile(values, texts), ...checkCode(values, texts) }),
    login: (values) => api.session.smsLogin({ mobile: mobileOf(values), code: textOf(values, 'code') }),
  });
}
