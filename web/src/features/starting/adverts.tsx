import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { parseUrl } from '../../platform/url.ts';
import styles from './index.module.css';
import { advertsQuery } from './starting.queries.ts';

const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:$/.test(parseUrl(address, location.href)?.protocol ?? '');

/**
 * The outlet's adverts, at the end of the page and each with a fixed aspect ratio, so that their arrival
 * causes no layout shift.
 */
export function Adverts({ deviceId }: { deviceId: string }) {
  const t = useText();
  const { data: adverts = [] } = useQuery(advertsQuery(deviceId));
  if (adverts.length === 0) return null;
  return (
    <section className={styles.adverts} aria-label={t.entry.adverts}>
      {adverts.map(({ advertId, title, imageUrl, linkUrl }) => (
        <AdvertLink key={advertId} to={linkUrl}>
          <img className={styles.picture} src={imageUrl} alt={title} width="640" height="320" loading="lazy" />
        </AdvertLink>
      ))}
    </section>
  );
}

/** Opens in a new tab without access to the app. */
function AdvertLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (!isWebAddress(to)) return <div className={styles.advert}>{children}</div>;
  return (
    <a className={styles.advert} href={to} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
