import type { ChairCard } from '@recline/contract/chair-page';
import { tagOf } from '@recline/contract/languages';
import type { ReactNode } from 'react';
import { useText } from '../../texts/chair-page.ts';
import styles from './adverts.module.css';

const isWebAddress = (address: string | null): address is string => address !== null && /^https?:\/\//i.test(address);

/** The outlet's adverts, each with a fixed aspect ratio, so that a picture causes no layout shift. */
export function Adverts({ adverts }: { adverts: ChairCard['adverts'] }) {
  const t = useText();
  if (adverts.length === 0) return null;
  return (
    // Focusable, so that the arrow keys scroll it in every browser.
    <section className={styles.adverts} aria-label={t.chairPage.adverts} tabIndex={adverts.length > 1 ? 0 : undefined}>
      {adverts.map(({ advertId, title, imageUrl, linkUrl, language }) => (
        <AdvertLink key={advertId} to={linkUrl}>
          <img className={styles.picture} src={imageUrl} alt="" width="640" height="320" loading="lazy" />
          <span className={styles.caption} lang={language ? tagOf(language) : undefined}>
            {title}
          </span>
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
