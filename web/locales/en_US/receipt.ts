import type { receipt as base } from '../zh_CN/receipt.ts';

export const receipt: typeof base = {
  title: 'Receipt',
  openPdf: 'Open as PDF',
  taxId: (id) => `Tax ID ${id}`,
};
