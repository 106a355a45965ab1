import QRCode from 'qrcode';
import type { Brand } from '../platform/operator.ts';
import { collect, newPdf, type Pdf } from '../platform/pdf.ts';

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
const nameSize = 12;
const markWidth = 18;
const green = '#0f7a6b';
const ink = '#14211e';
const grey = '#5b6966';

export async function drawLabels(labels: Label[], cutLines: boolean, brand: Brand): Promise<Buffer> {
  const page = await newPdf(`${brand.operator.name} labels`);
  const done = collect(page);
  labels.forEach((each, index) => {
    const place = index % (columns * rows);
    if (place === 0) page.addPage();
    const x = margin.left + (place % columns) * pitch.x;
    const y = margin.top + Math.floor(place / columns) * pitch.y;
    drawLabel(page, each, brand, x, y);
    if (cutLines) page.rect(x, y, label.width, label.height).lineWidth(0.25).stroke('#c4ccca');
  });
  page.end();
  return done;
}

function drawLabel(page: Pdf, { deviceId, outletName, url }: Label, brand: Brand, x: number, y: number): void {
  drawMark(page, brand, x, y + mm(4.5));
  drawCode(page, url, x + (label.width - code) / 2, y + mm(14));
  centred(page, deviceId, 'bold', 17, ink, x, y + mm(54));
  centred(page, outletName, 'plain', 9, grey, x, y + mm(63));
}

/** The operator's logo, or else ours (a reclining chair), and the name. */
function drawMark(page: Pdf, { operator, logo, color = green }: Brand, x: number, y: number): void {
  const room = label.width - mm(6) - markWidth;
  const natural = page.font('bold').fontSize(nameSize).widthOfString(operator.name);
  const size = Math.min(nameSize, (nameSize * room) / natural);
  const width = page.fontSize(size).widthOfString(operator.name);
  const left = x + (label.width - width - markWidth) / 2;
  if (logo) page.image(logo.content, left, y, { fit: [markWidth - 4, 14], align: 'center', valign: 'center' });
  else drawChair(page, color, left, y);
  page.font('bold').fontSize(size).fillColor(color);
  page.text(operator.name, left + markWidth, y - 2.4 + (nameSize - size) / 2, { lineBreak: false });
}

function drawChair(page: Pdf, color: string, x: number, y: number): void {
  page.save().translate(x, y).lineWidth(2.1).lineCap('round').lineJoin('round');
  page.path('M2.2 1.6 L5.4 9.6 L11.6 9.6 M11.6 9.6 L13.8 13.4 M4.6 13.6 L10.2 13.6').stroke(color);
  page.restore();
}

/** The QR code as one path, so that no printer leaves gaps between its modules. */
function drawCode(page: Pdf, url: string, x: number, y: number): void {
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

/** One centred line, in a smaller size if it would not fit. */
function centred(page: Pdf, text: string, font: string, most: number, color: string, x: number, y: number): void {
  const room = label.width - mm(6);
  const natural = page.font(font).fontSize(most).widthOfString(text);
  const size = Math.max(5, Math.min(most, (most * room) / natural));
  const width = page.fontSize(size).widthOfString(text);
  page.fillColor(color).text(text, x + (label.width - width) / 2, y + (most - size) / 2, { lineBreak: false });
}
