import type { quickStart as base } from '../zh_CN/quick-start.ts';

export const quickStart: typeof base = {
  title: 'Mulai cepat',
  myOrders: 'Pesanan saya',
  account: 'Akun saya',
  freeChairs: 'Perangkat kosong',
  search: 'Cari perangkat kosong',
  noFreeChairs: 'Sekarang tidak ada perangkat kosong',
  idle: 'Kosong',
  rescan: 'Pindai ulang',
  takeCash: (amount) => `Terima ${amount} dan mulai`,
  starting: 'Menyalakan perangkat',
  startingHint: 'Duduklah dengan nyaman. Paling lama 10 detik.',
  noAnswer: 'Belum ada jawaban. Silakan coba lagi. Anda tidak akan dikenai biaya dua kali.',
};
