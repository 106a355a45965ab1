import type { details as base } from '../zh_CN/details.ts';

export const details: typeof base = {
  title: 'Rincian data',
};
