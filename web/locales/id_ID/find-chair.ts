import type { findChair as base } from '../zh_CN/find-chair.ts';

export const findChair: typeof base = {
  scan: 'Pindai kode',
  scanHint: 'Arahkan ke kode pada perangkat',
  pickPhoto: 'Pilih foto kode',
  orType: 'Masukkan ID perangkat',
  deviceId: 'ID perangkat',
  deviceIdPrompt: 'Silakan masukkan ID perangkat',
  next: 'Lanjut',
  unknownCode: 'Perangkat tidak dikenali. Silakan pindai kode pada perangkat.',
  noCode: 'Tidak ada kode di foto ini. Coba foto lain.',
  badPhoto: 'Foto ini tidak bisa dibuka. Coba foto lain.',
  reading: 'Membaca kode',
  scanner: {
    title: 'Pindai kode',
    findings: {
      nothing: 'Letakkan kode di dalam bingkai',
      foreign: 'Perangkat tidak dikenali. Silakan pindai kode pada perangkat.',
      unable: 'Kode tidak bisa dibaca di sini. Silakan masukkan ID perangkat.',
    },
    opening: 'Membuka kamera',
    close: 'Tutup',
    torch: 'Senter',
    denied: 'Kamera belum diizinkan. Izinkan di pengaturan, pilih foto kode, atau masukkan ID perangkat.',
    missing: 'Kamera tidak ditemukan. Pilih foto kode, atau masukkan ID perangkat.',
    insecure: 'Halaman ini tidak bisa memakai kamera. Foto kodenya lalu pilih fotonya, atau masukkan ID perangkat.',
  },
};
