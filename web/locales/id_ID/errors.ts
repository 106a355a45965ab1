import type { errors as base } from '../zh_CN/errors.ts';

export const errors: typeof base = {
  page: 'Kesalahan',
  branchText: (name: string) => `Akun ${name} tidak dapat memindai perangkat di gerai ini.`,
  kinds: {
    device: {
      title: 'Perangkat tidak tersedia',
      text: 'Silakan ganti perangkat, lalu pindai kode QR lagi.',
      next: 'Coba perangkat lain',
    },
    branch: {
      title: 'Kesalahan gerai',
      text: 'Akun Anda tidak dapat memakai perangkat di gerai ini.',
      next: 'Coba perangkat lain',
    },
    priceList: {
      title: 'Belum ada harga',
      text: 'Harga perangkat ini belum diatur. Silakan hubungi petugas gerai.',
      next: 'Coba perangkat lain',
    },
    network: { title: 'Koneksi jaringan gagal', text: 'Periksa koneksi Anda, lalu coba lagi.', next: 'Coba lagi' },
    notFound: {
      title: 'Halaman tidak ditemukan',
      text: 'Tautan mungkin sudah lama atau salah ketik.',
      next: 'Kembali ke beranda',
    },
    forbidden: {
      title: 'Tidak ada izin',
      text: 'Akun Anda tidak dapat membuka halaman ini. Hubungi operator bila perlu.',
      next: 'Kembali ke beranda',
    },
    other: {
      title: 'Terjadi kesalahan',
      text: 'Silakan coba lagi nanti.',
      next: 'Kembali ke beranda',
    },
  },
  codes: {
    unknownDevice: 'Perangkat tidak dikenali. Periksa ID perangkat atau pindai lagi.',
    deviceInUse: 'Perangkat sedang dipakai. Ganti perangkat, lalu pindai kode QR lagi.',
    deviceDidNotStart:
      'Perangkat tidak menyala dan saldo Anda tidak terpotong. Ganti perangkat, lalu pindai kode QR lagi.',
  },
};
