import { type ChangeEvent, lazy, type SubmitEvent, Suspense, useRef, useState } from 'react';
import { browserKind } from '../../../platform/browser-kind.ts';
import { config } from '../../../platform/config.ts';
import { loadCode } from '../../../platform/load-code.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { useText } from '../../texts/find-chair.ts';
import styles from './chair-finder.module.css';
import { deviceIdOf } from './device-code.ts';
import { hostScanner } from './host-scanner.ts';

const Scanner = lazy(async () => ({ default: (await loadCode(() => import('./scanner.tsx'))).Scanner }));

interface ChairFinderProps {
  /** The sheet of the camera, which pages with and without the router open differently. */
  scanner: { isOpen: boolean; open(): void; close(): Promise<void> };
  /** Leaves room for a list of chairs. */
  compact?: boolean;
  onFound(deviceId: string): void;
}

/** Finds a chair by scanning its code, by a photo of the code, or by its number. */
export function ChairFinder({ scanner, compact, onFound }: ChairFinderProps) {
  const t = useText();
  const [problem, setProblem] = useState('');
  const take = (codes: readonly string[]): boolean => {
    const found = codes.map(deviceIdOf).find((deviceId) => deviceId !== null);
    if (found) void scanner.close().then(() => onFound(found));
    return found !== undefined;
  };
  const scan = async () => {
    const scanWithHost = hostScanner(browserKind, config.hostScanners, window);
    if (!scanWithHost) return scanner.open();
    setProblem('');
    try {
      const code = await scanWithHost();
      if (code !== null && !take([code])) setProblem(t.findChair.unknownCode);
    } catch {
      scanner.open();
    }
  };
  return (
    <>
      <button type="button" className={classNames(styles.scan, compact && styles.compact)} onClick={() => void scan()}>
        <span className={styles.scanSign}>
          <Icon name="scan" size={compact ? 28 : 56} />
        </span>
        <strong className={styles.scanTitle}>{t.findChair.scan}</strong>
        <span className={styles.scanHint}>{t.findChair.scanHint}</span>
      </button>
      <Problem text={problem} />
      <PhotoButton onCodes={take} />
      <DeviceNumberForm onCode={(code) => take([code])} />
      <Dialog kind="full" open={scanner.isOpen} onClose={() => void scanner.close()} title={t.findChair.scanner.title}>
        <Suspense fallback={<span />}>
          <Scanner onCodes={take} onClose={() => void scanner.close()} />
        </Suspense>
      </Dialog>
    </>
  );
}

/** Returns whether one of the codes belongs to a chair. */
type TakeCodes = (codes: readonly string[]) => boolean;

function PhotoButton({ onCodes }: { onCodes: TakeCodes }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const read = async (file: File) => {
    const { readPhoto } = await loadCode(() => import('./code-reader.ts'));
    const codes = await readPhoto(file);
    if (codes.length === 0) setProblem(t.findChair.noCode);
    else if (!onCodes(codes)) setProblem(t.findChair.unknownCode);
  };
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    setBusy(true);
    setProblem('');
    void read(file)
      .catch(() => setProblem(t.findChair.badPhoto))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => input.current?.click()}>
        {!busy && <Icon name="camera" size={20} />}
        {busy ? t.findChair.reading : t.findChair.pickPhoto}
      </Button>
      <Problem text={problem} />
      <input ref={input} type="file" accept="image/*" hidden aria-label={t.findChair.pickPhoto} onChange={pick} />
    </>
  );
}

function DeviceNumberForm({ onCode }: { onCode(code: string): boolean }) {
  const t = useText();
  const [error, setError] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('deviceId');
    const typed = field instanceof HTMLInputElement ? field.value.trim() : '';
    if (typed !== '' && onCode(typed)) return;
    setError(typed === '' ? t.findChair.deviceIdPrompt : t.findChair.unknownCode);
    if (field instanceof HTMLInputElement) field.focus();
  };
  return (
    <Card title={t.findChair.orType}>
      <form className={styles.typed} onSubmit={submit} noValidate>
        <Field
          label={t.findChair.deviceId}
          name="deviceId"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={300}
          error={error || undefined}
          onChange={() => setError('')}
        />
        <button type="submit" className={buttonClass()}>
          {t.findChair.next}
        </button>
      </form>
    </Card>
  );
}
