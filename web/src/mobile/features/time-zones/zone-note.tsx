import { everyLanguage } from '../../../../locales/every-language.ts';
import { timezoneOffset } from '../../../platform/system-info.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useLanguage } from '../../texts/core.ts';
import { useUser } from '../session/index.ts';
import styles from './zone-note.module.css';
import { differs, offsetName } from './zones.ts';

/** The reader's zone, if an outlet is in another one. It opens to say whose days are shown. */
export function ZoneNote() {
  const { zones } = everyLanguage[useLanguage().language];
  const ofOutlets = (useUser()?.outlets ?? []).map(({ timeZone }) => timeZone);
  const here = timezoneOffset();
  if (!differs(ofOutlets, here, new Date())) return null;
  return (
    <details className={styles.note}>
      <summary>
        {offsetName(here)}
        <Icon name="globe" size={14} />
      </summary>
      <p>{zones.note(offsetName(here))}</p>
    </details>
  );
}
