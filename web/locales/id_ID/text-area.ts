import type { textArea as base } from '../zh_CN/text-area.ts';

export const textArea: typeof base = {
  left: (count) => `Sisa ${count} karakter`,
  tooLong: (count) => `Kelebihan ${count} karakter. Persingkat teks Anda.`,
};
