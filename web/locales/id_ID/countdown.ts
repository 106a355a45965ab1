import type { countdown as base } from '../zh_CN/countdown.ts';

export const countdown: typeof base = {
  title: 'Hitung mundur',
};
