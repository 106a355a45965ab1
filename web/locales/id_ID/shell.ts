import type { shell as base } from '../zh_CN/shell.ts';

export const shell: typeof base = {
  tabNames: { home: 'Profil data', details: 'Rincian data', user: 'Akun saya' },
  tabs: 'Navigasi utama',
  back: 'Kembali',
  loading: 'Memuat',
  slow: 'Halaman ini lama dimuat',
  slowHint: 'Koneksi mungkin tidak stabil. Anda bisa mencoba lagi.',
  retry: 'Coba lagi',
  failed: 'Gagal memuat',
  empty: 'Belum ada data',
  oldFigures: (time) => `Tidak ada koneksi. Ini data per ${time}.`,
  loginExpired: 'Masa masuk berakhir',
  zone: (zone: string) => `Hari dihitung menurut zona waktu Anda (${zone}). Sebagian gerai berada di zona lain.`,
  justNow: 'Baru saja',
};
