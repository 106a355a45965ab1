import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Drawing } from '../../../ui/drawing.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useText } from '../../texts/find-chair.ts';
import { loadReader } from './code-reader.ts';
import styles from './scanner.module.css';
import { useCamera } from './use-camera.ts';

interface ScannerProps {
  /** Returns whether one of the codes belongs to a chair; otherwise scanning continues. */
  onCodes(codes: readonly string[]): boolean;
  onClose(): void;
}

const scanIntervalMs = 150;

/** A camera view that scans until it finds the code of a chair. */
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
    <div className={styles.scanner}>
      <div className={styles.view} data-on={state === 'on' || undefined}>
        <video ref={video} className={styles.video} muted playsInline />
        {works && <span className={styles.frame} aria-hidden="true" />}
        {state === 'opening' && <Spinner size={32} />}
        {!works && <Drawing name="forbidden" onBrand />}
      </div>
      <p className={styles.hint} role="status">
        {state === 'opening' && t.findChair.scanner.opening}
        {state === 'on' && t.findChair.scanner.findings[finding]}
        {(state === 'denied' || state === 'missing' || state === 'insecure') && t.findChair.scanner[state]}
      </p>
      {setTorch && (
        <Button kind="glass" aria-pressed={lit} onClick={light}>
          {t.findChair.scanner.torch}
        </Button>
      )}
      <Button kind="glass" onClick={onClose}>
        {t.findChair.scanner.close}
      </Button>
    </div>
  );
}

type Finding = 'nothing' | 'foreign' | 'unable';

/** Scans the video repeatedly. Returns the last codes. */
function useCodes(video: RefObject<HTMLVideoElement | null>, on: boolean, onCodes: ScannerProps['onCodes']): Finding {
  const [finding, setFinding] = useState<Finding>('nothing');
  const take = useEffectEvent(onCodes);
  useEffect(() => {
    if (!on) return;
    let unmounted = false;
    const scan = async () => {
      const read = await loadReader();
      while (!unmounted && video.current) {
        // An unreadable frame counts as a frame without a code.
        const codes = await read(video.current).catch(() => []);
        if (unmounted || (codes.length > 0 && take(codes))) return;
        if (codes.length > 0) setFinding('foreign');
        await new Promise((resolve) => setTimeout(resolve, scanIntervalMs));
      }
    };
    void scan().catch(() => setFinding('unable'));
    return () => {
      unmounted = true;
    };
  }, [on, video]);
  return finding;
}
