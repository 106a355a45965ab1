import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { unpackWoff } from './woff.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

// One file of the font has Latin and 7,900 Chinese characters; only those in use are embedded into the PDF.
const folder = join(import.meta.dirname, '../../fonts');
const font = async (weight: number) => unpackWoff(await readFile(join(folder, `noto-sans-sc-${weight}.woff`)));

let fonts: Promise<[plain: Buffer, bold: Buffer]> | undefined;

/** An A4 document without pages yet, with the fonts `plain` and `bold`. */
export async function newPdf(title: string): Promise<Pdf> {
  fonts ??= Promise.all([font(400), font(700)]);
  const [plain, bold] = await fonts;
  const pdf = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: title } });
  pdf.registerFont('plain', plain);
  pdf.registerFont('bold', bold);
  return pdf;
}

/** The whole file, once the document has ended. */
export function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.once('error', reject);
    pdf.once('end', () => resolve(Buffer.concat(chunks)));
  });
}
