import { useEffect, useState } from 'react';
import { useFormat } from '../../../platform/text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useText } from '../../texts/app.ts';
import styles from './file-tile.module.css';
import { Tile } from './tiles.tsx';
import { isVideo } from './upload.rules.ts';
import type { Upload, UploadState } from './uploader.ts';

interface FileTileProps {
  upload: Upload;
  onRemove(id: string): void;
  onRetry(id: string): void;
}

/** A chosen file: preview, progress, and the buttons to retry or remove it. */
export function FileTile({ upload, onRemove, onRetry }: FileTileProps) {
  const t = useText();
  const { id, file, state } = upload;
  return (
    <Tile data-state={state.kind}>
      <Preview file={file} />
      <Progress state={state} name={file.name} onRetry={() => onRetry(id)} />
      <button
        type="button"
        className={styles.remove}
        onClick={() => onRemove(id)}
        aria-label={state.kind === 'done' ? t.feedback.removeFile(file.name) : t.feedback.cancelFile(file.name)}
      >
        <Icon name="close" size={14} />
      </button>
    </Tile>
  );
}

function Progress({ state, name, onRetry }: { state: UploadState; name: string; onRetry(): void }) {
  const t = useText();
  const format = useFormat();
  if (state.kind === 'done') {
    return (
      <span className={styles.done}>
        <Icon name="check" size={14} />
        <span className="hidden-text">{t.feedback.fileDone(name)}</span>
      </span>
    );
  }
  if (state.kind === 'failed' || state.kind === 'lost') {
    return (
      <button type="button" className={styles.veil} onClick={onRetry}>
        <Icon name="refresh" size={20} />
        {state.kind === 'lost' ? t.feedback.fileLost : t.feedback.fileFailed}
        <span className="hidden-text">{name}</span>
      </button>
    );
  }
  const share = state.kind === 'sending' ? state.share : 0;
  return (
    <span className={styles.veil}>
      {state.kind === 'sending' ? `${format.number(Math.floor(share * 100))}%` : t.feedback.fileWaiting}
      <progress className={styles.progress} max={1} value={share} aria-label={t.feedback.fileProgress(name)} />
    </span>
  );
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [broken, setBroken] = useState(false);
  if (!url) return null;
  if (broken) return <Icon name="image" />;
  if (isVideo(file)) {
    // Shortly after the start, since many videos begin with a black frame.
    return <video src={`${url}#t=0.1`} preload="metadata" muted playsInline />;
  }
  return <img src={url} alt={file.name} onError={() => setBroken(true)} />;
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
