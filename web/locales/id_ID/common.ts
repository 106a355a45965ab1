import type { common as base } from '../zh_CN/common.ts';

export const common: typeof base = {
  tagline: 'Pusat data kursi pijat bersama',
  close: 'Tutup',
  network: 'Koneksi jaringan gagal',
  timeout: 'Waktu tunggu habis. Coba lagi.',
  missingUrl: 'Alamat antarmuka tidak ditemukan',
  notLoggedIn: 'Silakan masuk dahulu',
  loggedInElsewhere: 'Akun Anda digunakan di perangkat lain. Harap jaga keamanan akun.',
  unknown: 'Terjadi kesalahan. Coba lagi nanti.',
  loading: 'Memuat',
  failed: 'Gagal memuat',
  retry: 'Coba lagi',
  empty: 'Belum ada data',
  back: 'Kembali',
  justNow: 'Baru saja',
  loginExpired: 'Masa masuk berakhir',
};
