import type { myOrders as base } from '../zh_CN/my-orders.ts';

export const myOrders: typeof base = {
  title: 'Pesanan saya',
  empty: 'Belum ada pesanan',
  emptyText: 'Pindai kode pada perangkat untuk memulai pijatan pertama Anda',
  start: 'Mulai perangkat',
  minutes: (minutes) => `${minutes} menit`,
  open: 'Lihat pesanan',
  pay: 'Bayar sekarang',
  watch: 'Lihat hitung mundur',
  feedback: 'Kirim masukan',
  feedbackSent: 'Masukan terkirim',
  more: 'Muat lagi',
  moreFailed: 'Gagal memuat. Ketuk untuk mencoba lagi.',
  end: 'Tidak ada lagi',
  receipt: 'Tanda terima',
};
