import type { result as base } from '../zh_CN/result.ts';

export const result: typeof base = {
  title: 'Hasil',
};
