import type { entry as base } from '../zh_CN/entry.ts';

export const entry: typeof base = {
  title: 'Welcome',
  hello: 'Sit down and unwind',
  steps: 'Choose a duration · Pay · Relax',
  device: 'Device ID',
  start: 'Start',
  scan: 'Scan a code',
  login: 'You log in first, then come back to this device',
  adverts: 'From this outlet',
  language: 'Language',
};
