import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { List, ListAction, RowContent } from '../../ui/list.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { OutletChoice } from '../outlets/index.ts';
import { useUser } from '../session/index.ts';
import { freeChairsQuery } from './starting.queries.ts';

/** The chairs that a manager can start for a customer with cash. */
export function FreeChairs({ onFound }: { onFound(deviceId: string): void }) {
  const t = useText();
  const outlets = useUser()?.outlets ?? [];
  const [outletId, setOutletId] = useState<string>();
  const { data: chairs, error } = useQuery(freeChairsQuery(outletId));
  if (error) return null;
  return (
    <>
      {outlets.length > 1 && <OutletChoice outletId={outletId} onPick={setOutletId} />}
      {!chairs && <LoadingState />}
      {chairs && (
        <Card title={t.quickStart.freeChairs}>
          {chairs.length === 0 && <p>{t.quickStart.noFreeChairs}</p>}
          <List>
            {chairs.map(({ deviceId, name, outletName }) => (
              <ListAction key={deviceId}>
                <button type="button" onClick={() => onFound(deviceId)}>
                  <RowContent icon="chair" title={`${deviceId} ${name}`} text={outletName} chevron />
                </button>
              </ListAction>
            ))}
          </List>
        </Card>
      )}
    </>
  );
}
