import type { refunds as base } from '../zh_CN/refunds.ts';

export const refunds: typeof base = {
  going: (amount, way, _when) => `${amount} sedang dikembalikan lewat cara bayar yang sama (${way})`,
  done: (amount, way, when) =>
    `${amount} sudah dikembalikan lewat cara bayar yang sama (${[way, when].filter(Boolean).join(', ')})`,
  handedOver: (amount, when) => `${amount} sudah diserahkan langsung${when && ` (${when})`}`,
  failed: (amount, phone) =>
    phone
      ? `${amount} belum berhasil dikembalikan. Silakan hubungi ${phone}.`
      : `${amount} belum berhasil dikembalikan. Silakan hubungi petugas.`,
  failedForManager: (amount, phone) =>
    `${amount} belum berhasil dikembalikan. Silakan hubungi operator${phone && ` (${phone})`}.`,
  goingTag: 'Dana sedang dikembalikan',
  failedTag: 'Pengembalian gagal',
  owedAfterStop: (amount) => `Hingga ${amount} untuk sisa waktu dikembalikan setelah perangkat menjawab`,
  owedUnanswered: (phone) =>
    phone
      ? `Dana tidak dikembalikan otomatis. Tentang sisa waktu, silakan hubungi ${phone}.`
      : 'Dana tidak dikembalikan otomatis. Tentang sisa waktu, silakan hubungi petugas.',
  owedAtCounter: (amount) => `Silakan minta ${amount} untuk sisa waktu kepada petugas`,
  giveBack: (amount) => `Kembalikan ${amount}`,
  giveBackText: 'Perangkat mengalami gangguan. Serahkan uang untuk sisa waktu kepada pengguna.',
  confirmHandedOver: 'Sudah saya serahkan',
  stopAsked: 'Perangkat belum menjawab perintah berhenti',
  stopUnanswered: (amount) =>
    `Perangkat tidak menjawab perintah berhenti, jadi dana tidak dikembalikan otomatis. Untuk sisa waktu bisa dikembalikan hingga ${amount}.`,
};
