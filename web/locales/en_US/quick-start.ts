import type { quickStart as base } from '../zh_CN/quick-start.ts';

export const quickStart: typeof base = {
  title: 'Quick start',
};
