import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useText } from '../texts/core.ts';

/**
 * What a document says when its scripts fail; an inline script shows it. HTML and styles alone. A page that can still
 * pay says so, above what it pays with.
 */
export function FailedView({ pays }: { pays: boolean }) {
  const { common, shell } = useText();
  const title = pays ? shell.failedPay.title : shell.failed.title;
  const text = pays ? shell.failedPay.text : shell.failed.text;
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
        {common.retry}
      </a>
    </div>
  );
}
