import type { account as base } from '../zh_CN/account.ts';

export const account: typeof base = {
  title: 'Akun saya',
  roles: {
    manager: 'Pengelola gerai',
    consumer: 'Pengguna',
  },
  account: (account) => `Akun: ${account}`,
  guest: 'Belum ada nomor',
  outlets: (count: number) => `Gerai saya\u00a0·\u00a0${count}`,
  servicePhone: 'Telepon layanan',
  language: 'Bahasa',
  appearance: 'Tampilan',
  themes: { system: 'Ikuti sistem', light: 'Terang', dark: 'Gelap' },
  about: 'Tentang',
  appId: 'ID aplikasi',
  phone: 'Peramban dan layar',
  browsers: { wechat: 'WeChat', alipay: 'Alipay', other: 'Peramban' },
  version: 'Versi',
  myOrders: 'Pesanan saya',
  logout: 'Keluar',
  logoutTitle: 'Keluar dari akun?',
  logoutTexts: {
    manager: 'Anda perlu masuk lagi untuk melihat data.',
    consumer: 'Anda perlu memverifikasi nomor ponsel lagi.',
    withoutNumber:
      'Ponsel ini tidak lagi menampilkan pesanan Anda, termasuk status pengembalian dana. Anda bisa menambahkan nomor ponsel dahulu.',
  },
  cancel: 'Batal',
  addNumber: 'Tambahkan nomor ponsel',
  addNumberHint: 'Setelah diverifikasi, pesanan Anda dapat ditemukan di ponsel mana pun',
  numberAdded: 'Nomor tersimpan',
};
