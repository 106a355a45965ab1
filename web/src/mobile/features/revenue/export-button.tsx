import { browserKind } from '../../../platform/browser-kind.ts';
import { download } from '../../../platform/download.ts';
import { toast } from '../../../platform/toast.ts';
import { Icon } from '../../../ui/icon.tsx';
import { usePeriodName } from '../../shell/period-choice.tsx';
import { useText } from '../../texts/app.ts';
import { useOutletName } from '../outlets/index.ts';
import type { DetailsData, DetailsScope } from './details.queries.ts';
import { detailsCsv } from './details-csv.ts';

/**
 * Exports the figures on the screen. The browsers inside WeChat and Alipay cannot save files, so a message says so
 * there.
 */
export function ExportButton({ data, scope }: { data: DetailsData; scope: DetailsScope }) {
  const t = useText();
  const periodName = usePeriodName();
  const outletName = useOutletName();
  const save = () => {
    if (browserKind !== 'other') return toast(t.details.exportElsewhere);
    const outlet = scope.outletId ? (outletName(scope.outletId) ?? scope.outletId) : t.outlets.all;
    const period = periodName(scope);
    download(`${t.details.file}.csv`, 'text/csv;charset=utf-8', detailsCsv({ ...data, period, outlet }, t));
    toast(t.details.exported);
  };
  return (
    <button type="button" onClick={save}>
      {t.details.export}
      <Icon name="download" size={16} />
    </button>
  );
}
