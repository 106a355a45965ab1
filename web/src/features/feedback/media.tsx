import { useText } from '../../platform/text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import styles from './feedback.module.css';

const isVideoUrl = (url: string) => /\.(mp4|m4v|mov|webm)$/i.test(new URL(url, location.href).pathname);

/** Pictures that open enlarged, and videos that play in place. */
export function Media({ urls }: { urls: readonly string[] }) {
  const t = useText();
  const sheet = useSheet('picture');
  const shown = urls.find((url) => url === sheet.about);
  const videos = urls.filter(isVideoUrl);
  const pictures = urls.filter((url) => !isVideoUrl(url));
  if (urls.length === 0) return null;
  return (
    <div className={styles.media}>
      {videos.map((url) => (
        // biome-ignore lint/a11y/useMediaCaption: user videos have no captions
        <video key={url} className={styles.film} src={url} controls playsInline preload="metadata" />
      ))}
      {pictures.length > 0 && (
        <ul className={styles.files}>
          {pictures.map((url, index) => (
            <li key={url} className={styles.tile}>
              <button type="button" onClick={() => sheet.open(url)}>
                <img className={styles.preview} src={url} alt={t.feedback.picture(index + 1)} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={shown !== undefined} onClose={() => void sheet.close()} title={t.feedback.pictures}>
        {shown && <img className={styles.whole} src={shown} alt={t.feedback.pictures} />}
      </Dialog>
    </div>
  );
}
