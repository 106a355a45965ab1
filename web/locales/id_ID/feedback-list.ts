import type { feedbackList as base } from '../zh_CN/feedback-list.ts';

export const feedbackList: typeof base = {
  title: 'Masukan',
  status: 'Status',
  all: 'Semua',
  outlet: 'Gerai',
  allOutlets: 'Semua gerai',
  empty: 'Belum ada masukan',
  emptyText: 'Masukan dari pengguna akan tampil di sini',
  more: 'Muat lagi',
  moreFailed: 'Gagal memuat. Ketuk untuk mencoba lagi.',
  end: 'Tidak ada lagi',
};
