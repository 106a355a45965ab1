import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { useText } from '../texts/core.ts';

/**
 * The loading view of the app's document until its scripts render: only HTML and styles. It has the same delays as
 * `LoadingPage`.
 */
export function OpeningView() {
  const t = useText();
  return (
    <div className="opening">
      <div className="page-loading">
        <LoadingState />
      </div>
      <div className="opening-slow" role="alert">
        <Notice drawing="network" title={t.shell.slow} text={t.shell.slowHint}>
          {/* biome-ignore lint/a11y/useValidAnchor: without a script, a link to the page itself is the way to reload it */}
          <a href="" className={buttonClass()}>
            {t.common.retry}
          </a>
        </Notice>
      </div>
    </div>
  );
}
