import { errors } from '@recline/contract/errors';
import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasCode } from '../../platform/api-error.ts';
import { errorPage } from '../../platform/error-page.ts';
import { keys, local } from '../../platform/storage.ts';
import { useText } from '../../platform/text.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { token } from '../session/index.ts';
import { Adverts } from './adverts.tsx';
import { deviceIdOf } from './device-code.ts';
import { EntryCard } from './entry-card.tsx';
import styles from './index.module.css';
import { LanguageSelect } from './language-select.tsx';
import { labelQuery } from './starting.queries.ts';

/** The page that a chair's code opens, without login too. Keeps the chair through login. */
export function IndexScreen() {
  const t = useText();
  const search = useSearch({ from: pages.index });
  const asked = search.deviceId ?? local.get(keys.device);
  const deviceId = asked === null ? null : deviceIdOf(asked);
  const label = useQuery({ ...labelQuery(deviceId ?? ''), enabled: deviceId !== null });
  useEffect(() => {
    if (deviceId) local.set(keys.device, deviceId);
  }, [deviceId]);
  if (asked && !deviceId) return <UnknownDevice message={t.quickStart.unknownCode} />;
  if (hasCode(label.error, errors.unknownDevice.code)) return <UnknownDevice message={label.error.message} />;
  return (
    <Page title={t.entry.title} tab action={<LanguageSelect />}>
      <EntryCard deviceId={deviceId} label={label.data ?? null} />
      <div className={styles.go}>
        <Link to={pages.quickStart} search={deviceId ? { deviceId } : {}} className={buttonClass()}>
          {deviceId ? t.entry.start : t.entry.scan}
        </Link>
        {token() === null && <p className={styles.hint}>{t.entry.login}</p>}
      </div>
      {deviceId && <Adverts deviceId={deviceId} />}
    </Page>
  );
}

function UnknownDevice({ message }: { message: string }) {
  useEffect(() => local.remove(keys.device), []);
  return <Navigate to={pages.error} search={errorPage('device', message, errors.unknownDevice.code)} replace />;
}
