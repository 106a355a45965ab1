import type { Role } from '@recline/contract/session';
import { useState } from 'react';
import { config } from '../../../platform/config.ts';
import { useOnDemand } from '../../../platform/on-demand.ts';
import { toast } from '../../../platform/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { keepNumberSession } from './guest-session.ts';
import { loadSmsForm } from './load-sms-form.ts';
import type { LoggedIn } from './password-login.ts';
import { logout } from './session.ts';
import { withoutNumber } from './stored.ts';

/** Asks first. A guest without a number, whose orders would be lost, is offered to add one. */
export function LogoutButton({ role }: { role: Role }) {
  const t = useText();
  const question = useSheet('logout');
  const [busy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    void logout();
  };
  const losesOrders = role === 'consumer' && withoutNumber.get() !== null;
  return (
    <>
      <Button kind="quiet" onClick={() => question.open()}>
        {t.account.logout}
      </Button>
      <Dialog kind="alert" open={question.isOpen} onClose={() => void question.close()} title={t.account.logoutTitle}>
        <p>{t.account.logoutTexts[losesOrders ? 'withoutNumber' : role]}</p>
        <Stack gap="s">
          {losesOrders && config.loginByNumber && <AddNumber />}
          <Button kind="danger" busy={busy} onClick={leave}>
            {t.account.logout}
          </Button>
          <Button kind="quiet" onClick={() => void question.close()}>
            {t.account.cancel}
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}

/** With a number the orders are found again on any phone. The page is reloaded with the account's new session. */
function AddNumber() {
  const t = useText();
  const sheet = useSheet('number');
  const [SmsForm, load] = useOnDemand(loadSmsForm);
  const start = () => {
    load();
    sheet.open();
  };
  const done = async ({ accessToken }: LoggedIn) => {
    keepNumberSession(accessToken);
    toast(t.account.numberAdded);
    location.reload();
  };
  return (
    <>
      <Button onClick={start}>{t.account.addNumber}</Button>
      {SmsForm && (
        <Dialog open={sheet.isOpen} onClose={() => void sheet.close()} title={t.account.addNumber}>
          <SmsForm hint={t.account.addNumberHint} onLoggedIn={done} />
        </Dialog>
      )}
    </>
  );
}
