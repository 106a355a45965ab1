export const receipt = {
  title: '收据',
  openPdf: '打开 PDF',
  taxId: (id: string) => `纳税人识别号 ${id}`,
};
