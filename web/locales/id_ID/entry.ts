import type { entry as base } from '../zh_CN/entry.ts';

export const entry: typeof base = {
  title: 'Selamat datang',
  hello: 'Duduk dan bersantailah',
  steps: 'Pilih durasi · Bayar · Nikmati',
  device: 'ID perangkat',
  start: 'Mulai',
  scan: 'Pindai kode',
  login: 'Masuk dahulu, lalu Anda kembali ke perangkat ini',
  adverts: 'Dari gerai ini',
  language: 'Bahasa',
};
