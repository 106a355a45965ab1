import type { Receipt } from '@recline/contract/orders';
import type { Brand } from '../../../platform/operator.ts';
import { collect, newPdf, type Pdf } from '../../../platform/pdf.ts';

const margin = 56;
const width = 595 - 2 * margin;
const labelWidth = 150;
const ink = '#14211e';
const grey = '#5b6966';
const line = '#c4ccca';

/** A receipt on one page of A4. `taxId` is the label of the operator's tax id. */
export async function drawReceipt(
  { title, operator, rows }: Omit<Receipt, 'pdfUrl'>,
  taxId: string,
  brand: Brand,
): Promise<Buffer> {
  const pdf = await newPdf(title);
  const done = collect(pdf);
  pdf.addPage();
  if (brand.logo) pdf.image(brand.logo.content, margin, margin, { fit: [120, 40] });
  pdf.y = margin + (brand.logo ? 52 : 0);
  paragraph(pdf, operator.name, 'bold', 14, ink);
  if (operator.address) paragraph(pdf, operator.address, 'plain', 9, grey);
  if (operator.taxId) paragraph(pdf, `${taxId} ${operator.taxId}`, 'plain', 9, grey);
  pdf.y += 24;
  paragraph(pdf, title, 'bold', 20, ink);
  pdf.y += 8;
  for (const row of rows) drawRow(pdf, row);
  pdf.end();
  return done;
}

function paragraph(pdf: Pdf, text: string, font: 'plain' | 'bold', size: number, color: string): void {
  pdf.font(font).fontSize(size).fillColor(color).text(text, margin, pdf.y, { width });
}

function drawRow(pdf: Pdf, { label, value }: Receipt['rows'][number]): void {
  const top = pdf.y + 7;
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(0.5)
    .stroke(line);
  pdf.font('plain').fontSize(10).fillColor(grey).text(label, margin, top, { width: labelWidth });
  const bottom = pdf.y;
  pdf.fillColor(ink).text(value, margin + labelWidth, top, { width: width - labelWidth, align: 'right' });
  pdf.y = Math.max(bottom, pdf.y) + 7;
}
