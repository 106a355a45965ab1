import { Card } from '../../../ui/card.tsx';
import { useText } from '../../texts/chair-page.ts';
import styles from './open-outside.module.css';

/** Inside a wallet whose browser no provider works in: how to open the page in the phone's own browser. */
export function OpenOutside({ browser }: { browser: 'wechat' | 'alipay' }) {
  const t = useText();
  const { title, menu, choose } = t.chairPage.outside[browser];
  return (
    <Card title={title}>
      <ol className={styles.steps}>
        <li>
          {menu}
          <svg className={styles.stepPicture} viewBox="0 0 200 64" aria-hidden="true">
            <path d="M2 62V14A12 12 0 0 1 14 2h172a12 12 0 0 1 12 12v48M2 30h196M20 16h60M170 58V40m-6 6 6-6 6 6" />
            <path className={styles.stepDots} d="M162 16h0M170 16h0M178 16h0" />
          </svg>
        </li>
        <li>
          {choose}
          <svg className={styles.stepPicture} viewBox="0 0 200 64" aria-hidden="true">
            <rect x="2" y="6" width="196" height="52" rx="12" />
            <circle cx="34" cy="32" r="14" />
            <path d="M34 18v28M20 32h28M34 18c-8 7-8 21 0 28M34 18c8 7 8 21 0 28M66 32h76m30-8 8 8-8 8" />
          </svg>
        </li>
      </ol>
    </Card>
  );
}
