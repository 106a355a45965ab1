import { useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './sticker.module.css';

/** Inside a wallet whose browser no provider works in: how to open the page in the phone's own browser. */
export function OpenOutside({ browser }: { browser: 'wechat' | 'alipay' }) {
  const t = useText();
  const { title, menu, choose } = t.sticker.outside[browser];
  return (
    <Card title={title}>
      <ol className={styles.steps}>
        <li>
          <svg className={styles.stepPicture} viewBox="0 0 200 64" aria-hidden="true">
            <rect x="2" y="6" width="196" height="52" rx="12" />
            <circle cx="152" cy="32" r="3" />
            <circle cx="164" cy="32" r="3" />
            <circle cx="176" cy="32" r="3" />
            <path d="M150 62c8-6 12-10 14-20m-6 5 6-6 5 7" />
          </svg>
          {menu}
        </li>
        <li>
          <svg className={styles.stepPicture} viewBox="0 0 200 64" aria-hidden="true">
            <rect x="2" y="6" width="196" height="52" rx="12" />
            <circle cx="36" cy="32" r="16" />
            <path d="M36 16v32M20 32h32M36 16c-9 8-9 24 0 32M36 16c9 8 9 24 0 32M70 32h96m-8-7 8 7-8 7" />
          </svg>
          {choose}
        </li>
      </ol>
    </Card>
  );
}
