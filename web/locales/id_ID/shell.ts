import type { shell as base } from '../zh_CN/shell.ts';

export const shell: typeof base = {
  tabNames: { home: 'Profil data', details: 'Rincian data', user: 'Akun saya' },
  tabs: 'Navigasi utama',
  slow: 'Halaman lama dimuat',
  slowHint: 'Koneksi mungkin lemah. Coba lagi.',
  lastUpdated: (time) => `Gagal memperbarui. Data per ${time}.`,
  failed: {
    title: 'Halaman gagal dimuat',
    text: 'Ketukan Anda tidak berpengaruh. Coba lagi; jika tetap gagal, buka di browser lain.',
  },
  failedPay: {
    title: 'Sebagian halaman gagal dimuat',
    text: 'Anda tetap bisa memilih paket dan membayar. Untuk yang lain, coba lagi.',
  },
  zone: (zone: string) => `Hari menurut zona waktu Anda (${zone}). Ada gerai di zona lain.`,
};
