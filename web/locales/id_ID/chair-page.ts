import type { chairPage as base } from '../zh_CN/chair-page.ts';

export { findChair } from './find-chair.ts';

export const chairPage: typeof base = {
  title: 'Kursi pijat',
  language: 'Bahasa',
  loading: 'Memuat kursi',
  states: {
    free: 'Kosong',
    inUse: 'Dipakai',
    offline: 'Terputus',
    fault: 'Rusak',
    closed: 'Tutup',
    yours: 'Anda pakai',
  },
  notFree: {
    inUse: { title: 'Kursi ini sedang dipakai', text: 'Tunggu sebentar, atau pakai kursi lain yang kosong' },
    offline: {
      title: 'Kursi ini terputus',
      text: 'Saat ini tidak dapat dinyalakan. Pakai kursi lain, atau coba lagi nanti',
    },
    fault: { title: 'Kursi ini perlu diperbaiki', text: 'Mohon jangan dipakai. Silakan pakai kursi lain' },
    closed: { title: 'Gerai ini sudah tutup', text: 'Kursi di sini tidak dapat dinyalakan lagi' },
    yours: { title: 'Anda sedang memakai kursi ini', text: 'Lihat sisa waktu, atau akhiri lebih awal' },
  },
  freeIn: 'Kosong dalam',
  soonFree: 'Sebentar lagi kosong',
  otherChairs: 'Kursi kosong di sini',
  toCountdown: 'Lihat hitung mundur',
  runningOrder: 'Kursi lain sedang berjalan untuk Anda. Lihat hitung mundur',
  unpaidOrder: 'Ada pesanan yang belum dibayar. Bayar sekarang',
  report: 'Laporkan masalah',
  retry: 'Coba lagi',
  call: (phone: string) => `Hubungi ${phone}`,
  scanOther: 'Pindai kursi lain',
  problems: {
    unknown: { title: 'Perangkat tidak dikenali', text: 'Periksa nomornya, atau pindai ulang kode pada kursi' },
    network: {
      title: 'Koneksi jaringan gagal',
      text: 'Kursi ini tetap diingat dan dicoba lagi begitu koneksi kembali',
    },
  },
  retrying: 'Koneksi jaringan gagal, mencoba lagi',
  noPrices: { title: 'Belum ada harga', text: 'Kursi ini belum punya daftar harga. Silakan tanya petugas' },
  payWay: 'Bayar dengan',
  coupons: 'Kupon',
  enterCoupon: 'Masukkan nomor',
  couponsTitle: 'Pakai kupon',
  coupon: 'Nomor kupon',
  couponHint: 'Kupon, atau kupon tunai yang dibeli di kasir',
  useCoupon: 'Pakai',
  removeCoupon: 'Tanpa kupon',
  number: {
    offer: 'Simpan nomor agar pesanan tidak hilang',
    title: 'Nomor ponsel',
    hint: 'Untuk lanjut di kursi ini dan melihat kembali pesanan',
    kept: 'Nomor tersimpan',
  },
  consent: 'Dengan membayar, Anda menyetujui {userAgreement} dan {privacyNotice}',
  atCounter: 'Terima tunai dan nyalakan',
  pay: (amount: string) => `Bayar ${amount}`,
  payChosen: 'Bayar',
  payWithCoupon: 'Mulai dengan kupon',
  payWithCashCoupon: 'Mulai dengan kupon tunai',
  couponElsewhere: 'Tidak berlaku untuk paket ini',
  couponNeeded: 'Masukkan kupon dahulu',
  phases: { starting: 'Mohon tunggu', leaving: 'Membuka' },
  walletFailed: 'Identitas Anda belum dapat dipastikan. Saldo Anda tidak terpotong. Silakan coba lagi.',
  paymentFailed: 'Belum dibayar. Anda bisa membayar lagi.',
  payCode: {
    title: 'Pindai untuk membayar',
    hint: (provider: string) => `Pindai dengan ${provider}. Halaman ini berlanjut setelah Anda membayar.`,
  },
  turn: {
    title: 'Mohon tunggu',
    text: (seconds: number) =>
      `Banyak orang di sini sedang membayar. Giliran Anda sekitar ${seconds} detik lagi. Halaman ini berlanjut sendiri.`,
    cancel: 'Batalkan pesanan',
  },
  noAnswer: 'Belum ada jawaban. Coba lagi; Anda tidak akan ditagih dua kali.',
  outside: {
    wechat: { title: 'Buka di peramban Anda', menu: 'Ketuk menu di kanan atas', choose: 'Pilih “Buka di peramban”' },
    alipay: { title: 'Buka di peramban Anda', menu: 'Ketuk menu di kanan atas', choose: 'Pilih “Buka di peramban”' },
  },
  adverts: 'Di gerai ini',
  myOrders: 'Pesanan saya',
  branch: {
    title: 'Kesalahan gerai',
    text: (name: string) => `Akun ${name} tidak dapat memindai perangkat di gerai ini.`,
  },
  sessionLost:
    'Sesi Anda sudah berakhir. Masuk untuk menemukan pesanan sebelumnya, atau bayar lagi untuk lanjut tanpa itu.',
};
