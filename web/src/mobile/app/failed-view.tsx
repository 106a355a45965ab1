import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useText } from '../texts/failed-page.ts';

/**
 * The notice of a document whose scripts fail, shown by an inline script. Only HTML and styles. A page that can still
 * pay says so, above the payment form.
 */
export function FailedView({ pays }: { pays: boolean }) {
  const t = useText();
  const title = pays ? t.failedPage.paying.title : t.failedPage.app.title;
  const text = pays ? t.failedPage.paying.text : t.failedPage.app.text;
  return (
    <div
      id="page-failed"
      className={classNames('page-failed', pays && 'page-failed-above')}
      role="alert"
      tabIndex={-1}
      hidden
    >
      <strong>{title}</strong>
      <p>{text}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: without a script, a link to the page itself is the way to reload it */}
      <a href="" className={buttonClass({ size: 'small' })}>
        {t.common.retry}
      </a>
    </div>
  );
}
