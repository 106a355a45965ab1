import { timezoneOffset } from '../../../platform/system-info.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useText } from '../../texts/core.ts';
import { useUser } from '../session/index.ts';
import styles from './zone-note.module.css';
import { differs, offsetName } from './zones.ts';

/** The reader's zone, where an outlet lies in another one. It opens to say whose days are shown. */
export function ZoneNote() {
  const t = useText();
  const zones = (useUser()?.outlets ?? []).map(({ timeZone }) => timeZone);
  const here = timezoneOffset();
  if (!differs(zones, here, new Date())) return null;
  return (
    <details className={styles.note}>
      <summary>
        {offsetName(here)}
        <Icon name="globe" size={14} />
      </summary>
      <p>{t.shell.zone(offsetName(here))}</p>
    </details>
  );
}
