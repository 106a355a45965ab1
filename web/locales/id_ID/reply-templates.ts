import type { replies as base } from '../zh_CN/reply-templates.ts';

export const replies: typeof base = {
  templates: {
    sorry: 'Mohon maaf atas ketidaknyamanannya. Kursi ini akan segera kami periksa.',
    repaired: 'Kursi sudah diperbaiki. Kami menantikan kedatangan Anda kembali.',
    refunded: 'Pengembalian dana pesanan Anda sudah kami proses. Mohon maaf atas ketidaknyamanannya.',
    thanks: 'Terima kasih atas masukan Anda. Kami akan terus berbenah.',
  },
};
