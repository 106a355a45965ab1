import type { Role } from '@recline/contract/session';
import { useState } from 'react';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import { logout } from './session.ts';

export function LogoutButton({ role }: { role: Role }) {
  const t = useText();
  const question = useSheet('logout');
  const [busy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    void logout();
  };
  return (
    <>
      <Button kind="quiet" onClick={() => question.open()}>
        {t.account.logout}
      </Button>
      <Dialog kind="alert" open={question.isOpen} onClose={() => void question.close()} title={t.account.logoutTitle}>
        <p>{t.account.logoutTexts[role]}</p>
        <Stack gap="s">
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
