import type { period as base } from '../zh_CN/period.ts';

export const period: typeof base = {
  title: 'Choose a period',
  names: {
    yesterday: 'Yesterday',
    today: 'Today',
    week: 'This week',
    month: 'This month',
    year: 'This year',
    custom: 'Custom',
  },
  start: 'Start time',
  end: 'End time',
  confirm: 'Confirm',
  problems: {
    missing: 'Please select a time',
    reversed: 'Please select the correct time: the end must be after the start',
    wrong: 'Please select the correct time',
  },
};
