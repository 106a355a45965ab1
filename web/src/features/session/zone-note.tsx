import { timezoneOffset } from '../../platform/system-info.ts';
import { useText } from '../../platform/text.tsx';
import { useUser } from './user.ts';
import styles from './zone-note.module.css';
import { differs, offsetName } from './zones.ts';

/** Days begin at the reader's midnight: said where an outlet that is shown lies in another time zone. */
export function ZoneNote({ outletId }: { outletId?: string }) {
  const t = useText();
  const outlets = useUser()?.outlets ?? [];
  const here = timezoneOffset();
  const shown = outlets.filter((outlet) => outletId === undefined || outlet.outletId === outletId);
  if (
    !differs(
      shown.map(({ timeZone }) => timeZone),
      here,
      new Date(),
    )
  )
    return null;
  return <p className={styles.note}>{t.shell.zone(offsetName(here))}</p>;
}
