import type { shell as base } from '../zh_CN/shell.ts';

export const shell: typeof base = {
  tabNames: { home: 'Profil data', details: 'Rincian data', user: 'Akun saya' },
  tabs: 'Navigasi utama',
  slow: 'Halaman lama dimuat',
  slowHint: 'Koneksi mungkin lemah. Coba lagi.',
  lastUpdated: (time) => `Gagal memperbarui. Data per ${time}.`,
};
