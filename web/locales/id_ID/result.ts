import type { result as base } from '../zh_CN/result.ts';

export const result: typeof base = {
  title: 'Hasil',
  success: 'Berhasil dikirim',
  successText: 'Pengelola gerai akan segera menanganinya. Balasannya dapat dilihat di pesanan Anda.',
  failure: 'Gagal dikirim',
  failureText: 'Tulisan dan berkas Anda tetap tersimpan. Silakan coba lagi.',
  reportedText: 'Pengelola gerai akan segera menanganinya. Terima kasih atas laporan Anda.',
  toChair: 'Kembali ke perangkat',
  look: 'Lihat masukan',
  again: 'Coba lagi',
  home: 'Kembali ke beranda',
};
