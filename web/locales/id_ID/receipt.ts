import type { receipt as base } from '../zh_CN/receipt.ts';

export const receipt: typeof base = {
  title: 'Tanda terima',
  openPdf: 'Buka PDF',
  taxId: (id) => `NPWP ${id}`,
};
