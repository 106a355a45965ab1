import { create } from 'qrcode';

const quietZone = 4;

/** A code to scan. Dark on light in every theme: scanners expect it. Its colours need no stylesheet. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data, (dark, index) =>
    dark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
  const side = size + 2 * quietZone;
  return (
    <svg viewBox={`-${quietZone} -${quietZone} ${side} ${side}`} width="280" height="280" role="img" aria-label={label}>
      <rect x={-quietZone} y={-quietZone} width={side} height={side} rx="2" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
