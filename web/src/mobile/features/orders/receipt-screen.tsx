import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { config } from '../../../platform/config.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useLanguage } from '../../texts/app.ts';
import styles from './receipt.module.css';
import { receiptQuery } from './receipt.queries.ts';

/** The receipt of a paid order. With a key in the address, for its payer, without a token. */
export function ReceiptScreen() {
  const { texts: t, language } = useLanguage();
  const { orderId = '', key } = useSearch({ from: pages.receipt });
  const { data, error, refetch } = useQuery(receiptQuery({ orderId, key }, language));
  if (!data)
    return (
      <Page title={t.receipt.title}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </Page>
    );
  const { operator, rows, pdfUrl } = data;
  return (
    <Page title={t.receipt.title}>
      <Card>
        {operator.logo && <img className={styles.logo} src={`${config.baseUrl}${operator.logo}`} alt="" />}
        <h2 className={styles.operator}>{operator.name}</h2>
        {operator.address && <p className={styles.small}>{operator.address}</p>}
        {operator.taxId && <p className={styles.small}>{t.receipt.taxId(operator.taxId)}</p>}
      </Card>
      <Card>
        <Facts rows={rows.map(({ label, value }) => [label, value] as const)} />
      </Card>
      <a className={buttonClass()} href={`${config.baseUrl}${pdfUrl}`} target="_blank" rel="noopener">
        {t.receipt.openPdf}
      </a>
    </Page>
  );
}
