import { useEffect, useEffectEvent, useState } from 'react';
import { config } from '../../../../platform/config.ts';
import { useOnDemand } from '../../../../platform/on-demand.ts';
import { toast } from '../../../../platform/toast.ts';
import { Card } from '../../../../ui/card.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { List, ListAction, RowContent } from '../../../../ui/list.tsx';
import { usePageSheet } from '../../../../ui/use-page-sheet.ts';
import { storedToken } from '../../../data/token.ts';
import { useText } from '../../../texts/chair-page.ts';
import { keepNumberSession, type LoggedIn, loadSmsForm, withoutNumber } from '../../session/index.ts';

interface NumberCardProps {
  /** The session has ended: the number field opens at once, to find the orders again. */
  lost: boolean;
  onChanged(): Promise<void>;
}

/** Offers a guest to enter a number, on the same page: to find the orders again on another phone. */
export function NumberCard({ lost, onChanged }: NumberCardProps) {
  const t = useText();
  const sheet = usePageSheet('number');
  const [SmsForm, loadForm] = useOnDemand(loadSmsForm);
  const [offered, setOffered] = useState(true);
  const start = () => {
    loadForm();
    sheet.open();
  };
  const askAtOnce = useEffectEvent(start);
  useEffect(() => {
    const hasNumber = storedToken.get() && withoutNumber.get() === null;
    setOffered(config.loginByNumber && !hasNumber);
    if (lost && config.loginByNumber) askAtOnce();
  }, [lost]);
  const done = async ({ accessToken }: LoggedIn) => {
    keepNumberSession(accessToken);
    await sheet.close();
    setOffered(false);
    toast(t.chairPage.number.kept);
    await onChanged();
  };
  if (!offered) return null;
  return (
    <Card className="with-scripts">
      <List>
        <ListAction>
          <button type="button" onClick={start}>
            <RowContent icon="phone" title={t.chairPage.number.offer} chevron />
          </button>
        </ListAction>
      </List>
      {SmsForm && (
        <Dialog open={sheet.isOpen} onClose={() => void sheet.close()} title={t.chairPage.number.title}>
          <SmsForm hint={lost ? t.chairPage.sessionLost : t.chairPage.number.hint} onLoggedIn={done} />
        </Dialog>
      )}
    </Card>
  );
}
