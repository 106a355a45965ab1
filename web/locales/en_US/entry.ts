import type { entry as base } from '../zh_CN/entry.ts';

export const entry: typeof base = {
  title: 'Welcome',
};
