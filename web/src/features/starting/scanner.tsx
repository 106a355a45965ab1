import { type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { loadReader } from './code-reader.ts';
import styles from './scanner.module.css';
import { useCamera } from './use-camera.ts';

interface ScannerProps {
  /** Says whether one of the codes is a chair's; otherwise the scanner goes on looking. */
  onCodes(codes: readonly string[]): boolean;
  onClose(): void;
}

const lookEvery = 150;

/** The camera over the whole screen, until it sees the code of a chair. */
export function Scanner({ onCodes, onClose }: ScannerProps) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const { state, setTorch } = useCamera(video);
  const [lit, setLit] = useState(false);
  const finding = useCodes(video, state === 'on', onCodes);
  const light = () => {
    setLit(!lit);
    void setTorch?.(!lit).catch(() => setLit(lit));
  };
  const works = state === 'opening' || state === 'on';
  return (
    <Dialog kind="full" open onClose={onClose} title={t.quickStart.scanner.title}>
      <div className={styles.scanner}>
        <div className={styles.view} data-on={state === 'on' || undefined}>
          <video ref={video} className={styles.video} muted playsInline />
          {works && <span className={styles.frame} aria-hidden="true" />}
          {state === 'opening' && <Spinner size={32} />}
          {!works && <Drawing name="forbidden" onBrand />}
        </div>
        <p className={styles.hint} role="status">
          {state === 'opening' && t.quickStart.scanner.opening}
          {state === 'on' && t.quickStart.scanner.findings[finding]}
          {(state === 'denied' || state === 'missing' || state === 'insecure') && t.quickStart.scanner[state]}
        </p>
        {setTorch && (
          <Button kind="glass" aria-pressed={lit} onClick={light}>
            {t.quickStart.scanner.torch}
          </Button>
        )}
        <Button kind="glass" onClick={onClose}>
          {t.quickStart.scanner.close}
        </Button>
      </div>
    </Dialog>
  );
}

type Finding = 'nothing' | 'foreign' | 'unable';

/** Looks for codes again and again, and says what it made of the last ones. */
function useCodes(video: RefObject<HTMLVideoElement | null>, on: boolean, onCodes: ScannerProps['onCodes']): Finding {
  const [finding, setFinding] = useState<Finding>('nothing');
  const take = useRef(onCodes);
  useEffect(() => {
    take.current = onCodes;
  });
  useEffect(() => {
    if (!on) return;
    let left = false;
    const look = async () => {
      const read = await loadReader();
      while (!left && video.current) {
        // A frame that cannot be read is no more than a frame without a code.
        const codes = await read(video.current).catch(() => []);
        if (left || (codes.length > 0 && take.current(codes))) return;
        if (codes.length > 0) setFinding('foreign');
        await new Promise((resolve) => setTimeout(resolve, lookEvery));
      }
    };
    void look().catch(() => setFinding('unable'));
    return () => {
      left = true;
    };
  }, [on, video]);
  return finding;
}
