import type { shell as base } from '../zh_CN/shell.ts';

export const shell: typeof base = {
  tabNames: { home: 'Profil data', details: 'Rincian data', user: 'Akun saya' },
  tabs: 'Navigasi utama',
  back: 'Kembali',
  loading: 'Memuat',
  slow: 'Halaman lama dimuat',
  slowHint: 'Koneksi mungkin lemah. Coba lagi.',
  retry: 'Coba lagi',
  failed: 'Gagal memuat',
  empty: 'Belum ada data',
  oldFigures: (time) => `Tanpa koneksi. Data per ${time}.`,
  loginExpired: 'Masa masuk berakhir',
  zone: (zone: string) => `Hari menurut zona waktu Anda (${zone}). Ada gerai di zona lain.`,
  justNow: 'Baru saja',
};
