import type { failedPage as base } from '../zh_CN/failed-page.ts';

export const failedPage: typeof base = {
  app: {
    title: 'Halaman gagal dimuat',
    text: 'Ketukan Anda tidak berpengaruh. Coba lagi; jika tetap gagal, buka di browser lain.',
  },
  paying: {
    title: 'Sebagian halaman gagal dimuat',
    text: 'Anda tetap bisa memilih paket dan membayar. Untuk yang lain, coba lagi.',
  },
};
