import { limits } from '@recline/contract/limits';
import { useState } from 'react';
import { newId } from '../../../platform/new-id.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { useText } from '../../texts/app.ts';
import styles from './file-picker.module.css';
import { FileTile } from './file-tile.tsx';
import { Tiles } from './tiles.tsx';
import { pictureTypes, refusalOf, takeUpToLimit, videoTypes } from './upload.rules.ts';
import type { Upload, Uploader } from './uploader.ts';

interface FilePickerProps {
  uploader: Uploader;
  uploads: readonly Upload[];
}

/** Picks pictures and videos from the album or the camera, and reports invalid files before the upload. */
export function FilePicker({ uploader, uploads }: FilePickerProps) {
  const t = useText();
  const [problems, setProblems] = useState<string[]>([]);
  const add = (files: readonly File[]) => {
    const { taken, left } = takeUpToLimit(files, uploads.length);
    const refused = taken.flatMap((file) => {
      const refusal = refusalOf(file);
      return refusal ? [`${file.name}: ${t.feedback.refusals[refusal]}`] : [];
    });
    setProblems(left > 0 ? [...refused, t.feedback.tooManyFiles(limits.feedbackFiles)] : refused);
    uploader.add(taken.filter((file) => !refusalOf(file)).map(toUpload));
  };
  return (
    <>
      <Tiles>
        {uploads.map((upload) => (
          <FileTile key={upload.id} upload={upload} onRemove={uploader.remove} onRetry={uploader.retry} />
        ))}
        <AddTile
          icon="image"
          label={t.feedback.album}
          accept={[...pictureTypes, ...videoTypes]}
          onFiles={add}
          multiple
        />
        <AddTile icon="camera" label={t.feedback.photo} accept={['image/*']} onFiles={add} camera />
        <AddTile icon="video" label={t.feedback.film} accept={['video/*']} onFiles={add} camera />
      </Tiles>
      <div role="status">
        {problems.map((problem) => (
          <p key={problem} className={styles.error}>
            {problem}
          </p>
        ))}
      </div>
    </>
  );
}

const toUpload = (file: File): Upload => ({
  id: newId(),
  file,
  prepared: false,
  state: { kind: 'waiting' },
});

interface AddTileProps {
  icon: IconName;
  label: string;
  accept: string[];
  onFiles(files: readonly File[]): void;
  multiple?: boolean;
  /** Opens the camera instead of the album, on phones. */
  camera?: boolean;
}

function AddTile({ icon, label, accept, onFiles, multiple, camera }: AddTileProps) {
  return (
    <li>
      <label className={styles.add}>
        <Icon name={icon} />
        {label}
        <input
          type="file"
          className="hidden-text"
          accept={accept.join(',')}
          multiple={multiple}
          capture={camera ? 'environment' : undefined}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            event.target.value = ''; // allows choosing the same file again
          }}
        />
      </label>
    </li>
  );
}
