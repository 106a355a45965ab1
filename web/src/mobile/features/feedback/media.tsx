import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import styles from './media.module.css';
import { Tile, Tiles } from './tiles.tsx';

/** Each answer signs the URL anew; what comes before the query stays the same. */
const fileOf = (url: string) => url.split('?', 1)[0] ?? url;
const isVideoUrl = (url: string) => /\.(mp4|m4v|mov|webm)$/i.test(new URL(url, location.href).pathname);

/** Pictures that open enlarged, and videos that play in place. */
export function Media({ urls }: { urls: readonly string[] }) {
  const t = useText();
  const sheet = useSheet('picture');
  const shown = urls.find((url) => fileOf(url) === sheet.about);
  const videos = urls.filter(isVideoUrl);
  const pictures = urls.filter((url) => !isVideoUrl(url));
  if (urls.length === 0) return null;
  return (
    <div className={styles.media}>
      {videos.map((url) => (
        <Film key={fileOf(url)} url={url} />
      ))}
      {pictures.length > 0 && (
        <Tiles>
          {pictures.map((url, index) => (
            <Tile key={fileOf(url)}>
              <button type="button" onClick={() => sheet.open(fileOf(url))}>
                <Picture url={url} alt={t.feedback.picture(index + 1)} />
              </button>
            </Tile>
          ))}
        </Tiles>
      )}
      <Dialog open={shown !== undefined} onClose={() => void sheet.close()} title={t.feedback.pictures}>
        {shown && <Picture key={fileOf(shown)} className={styles.whole} url={shown} alt={t.feedback.pictures} />}
      </Dialog>
    </div>
  );
}

/** Keeps the initial URL while it works, so that a new signature does not interrupt playback or loading. */
function useSteadyUrl(url: string) {
  const [src, setSrc] = useState(url);
  return { src, onError: () => setSrc(url) };
}

function Film({ url }: { url: string }) {
  return <video {...useSteadyUrl(url)} className={styles.film} controls playsInline preload="metadata" />;
}

function Picture({ url, alt, className }: { url: string; alt: string; className?: string | undefined }) {
  return <img {...useSteadyUrl(url)} className={className} alt={alt} loading="lazy" />;
}
