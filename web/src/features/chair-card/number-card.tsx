import { useEffect, useState } from 'react';
import { useOnDemand } from '../../platform/on-demand.ts';
import { keys, local } from '../../platform/storage.ts';
import { useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { List, ListAction, RowContent } from '../../ui/list.tsx';
import { usePageSheet } from '../../ui/use-page-sheet.ts';
import { keepNumberSession, type LoggedIn, loadSmsForm } from '../session/index.ts';

/** Offers a guest to leave a number, on the same page: to find the orders again on another phone. */
export function NumberCard({ onChanged }: { onChanged(): Promise<void> }) {
  const t = useText();
  const sheet = usePageSheet('number');
  const [SmsForm, loadForm] = useOnDemand(loadSmsForm);
  const [offered, setOffered] = useState(true);
  useEffect(() => setOffered(!local.get(keys.token) || local.get(keys.withoutNumber) !== null), []);
  const start = () => {
    loadForm();
    sheet.open();
  };
  const done = async ({ accessToken }: LoggedIn) => {
    keepNumberSession(accessToken);
    await sheet.close();
    setOffered(false);
    toast(t.sticker.number.kept);
    await onChanged();
  };
  if (!offered) return null;
  return (
    <Card>
      <List>
        <ListAction>
          <button type="button" onClick={start}>
            <RowContent icon="phone" title={t.sticker.number.offer} chevron />
          </button>
        </ListAction>
      </List>
      {SmsForm && (
        <Dialog open={sheet.isOpen} onClose={() => void sheet.close()} title={t.sticker.number.title}>
          <SmsForm hint={t.sticker.number.hint} onLoggedIn={done} />
        </Dialog>
      )}
    </Card>
  );
}
