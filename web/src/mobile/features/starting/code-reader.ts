import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { loadCode } from '../../../platform/load-code.ts';

/** Reads the texts of all QR codes in a picture. */
export type ReadCodes = (picture: ImageBitmap | HTMLVideoElement) => Promise<string[]>;

interface Detector {
  detect(picture: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

// Enough to read a code that fills a tenth of the picture, small enough for an old phone.
const maxSidePx = 1280;

async function browserReader(): Promise<ReadCodes | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (picture) => (await detector.detect(picture)).map((code) => code.rawValue);
}

/** The bundled reader, for browsers without BarcodeDetector. Its wasm is served by our own server. */
async function wasmReader(): Promise<ReadCodes> {
  const { prepareZXingModule, readBarcodes } = await loadCode(() => import('zxing-wasm/reader'));
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return async (picture) => {
    const found = await readBarcodes(pixelsOf(picture), {
      formats: ['QRCode'],
      tryHarder: true,
      maxNumberOfSymbols: 4,
    });
    return found.filter((code) => code.isValid).map((code) => code.text);
  };
}

function pixelsOf(picture: ImageBitmap | HTMLVideoElement): ImageData {
  const [width, height] =
    picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas to draw on');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

let reader: Promise<ReadCodes> | null = null;

/** The browser's reader if it has one, or else the bundled one. Loaded once; a failure is not cached. */
export function loadReader(): Promise<ReadCodes> {
  reader ??= browserReader()
    .catch(() => null)
    .then((own) => own ?? wasmReader());
  reader.catch(() => {
    reader = null;
  });
  return reader;
}

export async function readPhoto(file: Blob): Promise<string[]> {
  const [read, picture] = await Promise.all([loadReader(), createImageBitmap(file)]);
  try {
    return await read(picture);
  } finally {
    picture.close();
  }
}
