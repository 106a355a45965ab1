import { queryOptions, useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { List, ListAction, RowContent } from '../../../ui/list.tsx';
import { PickerSheet } from '../../../ui/picker-sheet.tsx';
import { SheetChip } from '../../../ui/toggle-chip.tsx';
import { api } from '../../data/api.ts';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';

const outletsQuery = queryOptions({
  queryKey: ['outlets'],
  queryFn: ({ signal }) => api.outlets.list({}, { signal }),
  staleTime: 5 * 60_000,
});

/** The name of one of the manager's outlets, from the account. */
export function useOutletName(): (outletId: string) => string | undefined {
  const outlets = useUser()?.outlets ?? [];
  return (outletId) => outlets.find((outlet) => outlet.outletId === outletId)?.name;
}

interface OutletSheetProps {
  open: boolean;
  onClose(): void;
  /** Undefined means all outlets. */
  outletId: string | undefined;
  onPick(outletId: string | undefined): void;
}

/** Chooses one of the manager's outlets, or all. */
function OutletSheet({ open, onClose, outletId, onPick }: OutletSheetProps) {
  const t = useText();
  const known = useUser()?.outlets ?? [];
  const { data } = useQuery({ ...outletsQuery, enabled: open });
  const named = data
    ? data.rows.map(({ outletId: value, name: label, address, devices }) => ({
        value,
        label,
        text: t.outlets.devicesAt(devices, address),
      }))
    : known.map(({ outletId: value, name: label }) => ({ value, label }));
  return (
    <PickerSheet
      open={open}
      onClose={onClose}
      title={t.outlets.choose}
      options={[{ value: '', label: t.outlets.all }, ...named]}
      value={outletId ?? ''}
      onPick={(value) => onPick(value || undefined)}
      texts={{
        search: t.outlets.search,
        clear: t.outlets.clear,
        nothing: t.outlets.nothing,
        found: t.outlets.found,
        pick: t.outlets.confirm,
        pleasePick: t.outlets.please,
      }}
    />
  );
}

/** The name of the chosen outlet, and the sheet that chooses another. */
function useOutletSheet({ outletId, onPick }: Pick<OutletSheetProps, 'outletId' | 'onPick'>) {
  const t = useText();
  const sheet = useSheet('outlets');
  const nameOf = useOutletName();
  const count = useUser()?.outlets.length ?? 0;
  const pick = async (chosen: string | undefined) => {
    await sheet.close();
    onPick(chosen);
  };
  return {
    title: outletId ? (nameOf(outletId) ?? outletId) : t.outlets.allCounted(count),
    open: () => sheet.open(),
    dialog: (
      <OutletSheet
        open={sheet.isOpen}
        onClose={() => void sheet.close()}
        outletId={outletId}
        onPick={(chosen) => void pick(chosen)}
      />
    ),
  };
}

/** The chosen outlet, as a row that opens the sheet. */
export function OutletChoice(props: Pick<OutletSheetProps, 'outletId' | 'onPick'>) {
  const t = useText();
  const { title, open, dialog } = useOutletSheet(props);
  return (
    <>
      <Card>
        <List>
          <ListAction>
            <button type="button" onClick={open} aria-haspopup="dialog">
              <RowContent icon="outlet" title={title} value={t.outlets.change} chevron />
            </button>
          </ListAction>
        </List>
      </Card>
      {dialog}
    </>
  );
}

/** The same as a chip, for use beside other filters. */
export function OutletChip(props: Pick<OutletSheetProps, 'outletId' | 'onPick'>) {
  const { title, open, dialog } = useOutletSheet(props);
  return (
    <>
      <SheetChip onOpen={open}>
        <Icon name="outlet" size={16} />
        {title}
      </SheetChip>
      {dialog}
    </>
  );
}
