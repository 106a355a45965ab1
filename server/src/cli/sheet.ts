import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { unpackWoff } from './woff.ts';

/** A page of 12 stickers on A4, 63.5 × 72 mm each: a common format of label sheets. */

export interface Label {
  deviceId: string;
  outletName: string;
  url: string;
}

const mm = (length: number) => (length * 72) / 25.4;
const columns = 3;
const rows = 4;
const label = { width: mm(63.5), height: mm(72) };
const margin = { left: mm(7.25), top: mm(4.5) };
const pitch = { x: mm(66), y: mm(72) };
const code = mm(37);
const green = '#0f7a6b';
const ink = '#14211e';
const grey = '#5b6966';

// One file of the font has Latin and 7,900 Chinese characters; only those in use are embedded into the PDF.
const fonts = createRequire(import.meta.url).resolve('@fontsource/noto-sans-sc/package.json');
const font = async (weight: number) =>
  unpackWoff(await readFile(join(dirname(fonts), `files/noto-sans-sc-chinese-simplified-${weight}-normal.woff`)));

type Page = InstanceType<typeof PDFDocument>;

export async function drawLabels(labels: Label[], cutLines: boolean): Promise<Buffer> {
  const page = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: 'Recline labels' } });
  page.registerFont('plain', await font(400));
  page.registerFont('bold', await font(700));
  const done = collect(page);
  labels.forEach((each, index) => {
    const place = index % (columns * rows);
    if (place === 0) page.addPage();
    const x = margin.left + (place % columns) * pitch.x;
    const y = margin.top + Math.floor(place / columns) * pitch.y;
    drawLabel(page, each, x, y);
    if (cutLines) page.rect(x, y, label.width, label.height).lineWidth(0.25).stroke('#c4ccca');
  });
  page.end();
  return done;
}

function drawLabel(page: Page, { deviceId, outletName, url }: Label, x: number, y: number): void {
  drawMark(page, x, y + mm(4.5));
  drawCode(page, url, x + (label.width - code) / 2, y + mm(14));
  centred(page, deviceId, 'bold', 17, ink, x, y + mm(54));
  centred(page, outletName, 'plain', 9, grey, x, y + mm(63));
}

/** The logo: a reclining chair and the name. */
function drawMark(page: Page, x: number, y: number): void {
  const size = 12;
  const width = page.font('bold').fontSize(size).widthOfString('Recline');
  const left = x + (label.width - width - 18) / 2;
  page.save().translate(left, y).lineWidth(2.1).lineCap('round').lineJoin('round');
  page.path('M2.2 1.6 L5.4 9.6 L11.6 9.6 M11.6 9.6 L13.8 13.4 M4.6 13.6 L10.2 13.6').stroke(green);
  page.restore();
  page
    .font('bold')
    .fontSize(size)
    .fillColor(green)
    .text('Recline', left + 18, y - 2.4, { lineBreak: false });
}

/** The QR code as one path, so that no printer leaves gaps between its modules. */
function drawCode(page: Page, url: string, x: number, y: number): void {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' });
  const unit = code / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; ) {
      let end = column;
      while (end < modules.size && modules.get(row, end)) end += 1;
      if (end > column) page.rect(x + column * unit, y + row * unit, (end - column) * unit, unit);
      column = end + 1;
    }
  }
  page.fill('#000000');
}

/** One centred line, in a smaller size where it would not fit. */
function centred(page: Page, text: string, font: string, most: number, color: string, x: number, y: number): void {
  const room = label.width - mm(6);
  const natural = page.font(font).fontSize(most).widthOfString(text);
  const size = Math.max(5, Math.min(most, (most * room) / natural));
  const width = page.fontSize(size).widthOfString(text);
  page.fillColor(color).text(text, x + (label.width - width) / 2, y + (most - size) / 2, { lineBreak: false });
}

function collect(page: Page): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.once('error', reject);
    page.once('end', () => resolve(Buffer.concat(chunks)));
  });
}
