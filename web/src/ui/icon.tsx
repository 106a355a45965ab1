import { Shape } from './shape.tsx';

/** One family: 24 units square, 1.8 wide round strokes, drawn for this app. */
const shapes = {
  home: 'M4 20V11l8-6.5L20 11v9M4 20h16M9.5 20v-5.5h5V20',
  details: 'M5 20V10M12 20V4M19 20v-7',
  user: 'M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  back: 'M15 5l-7 7 7 7',
  chevron: 'M9 5l7 7-7 7',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4h-4',
  chart: 'M4 19h16M5 15l4.5-5 3.5 3 6-7',
  chair: 'M7 4.5h5a2 2 0 0 1 2 2V13H6V5.5a1 1 0 0 1 1-1ZM6 13v2.5h12.5a1.5 1.5 0 0 0 0-3H14M8 15.5V20M16.5 15.5V20',
  bolt: 'M13 3.5 5.5 13.5H11l-1 7 7.5-10H12z',
  message:
    'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 16h-7l-4.5 4v-4H5a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 5 5ZM8 9.5h8M8 12.5h5',
  phone:
    'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.7 1.5A15.5 15.5 0 0 1 5 5.7 1.5 1.5 0 0 1 6.5 4Z',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.5 2.3 3.7 5.1 3.7 8.5s-1.2 6.2-3.7 8.5c-2.5-2.3-3.7-5.1-3.7-8.5s1.2-6.2 3.7-8.5Z',
  contrast: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 4v16M15 6v12M18 8.5v7',
  outlet: 'M4 10l1.5-5h13L20 10M4 10a2.6 2.6 0 0 0 5.3 0 2.6 2.6 0 0 0 5.4 0A2.6 2.6 0 0 0 20 10M5.5 12.5V20h13v-7.5',
  order: 'M6 3.5h12V20.5l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12.5h5',
  logout: 'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5M12 8v.1',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.5 16.5 20.5 20.5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  scan: 'M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M4 12h16',
  pin: 'M12 21s6.5-5.8 6.5-11a6.5 6.5 0 0 0-13 0c0 5.2 6.5 11 6.5 11ZM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  camera: 'M4 8h3l1.5-2.5h7L17 8h3v11H4zM12 16.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6Z',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  warning: 'M12 4.5 21 19.5H3zM12 10.5v4M12 17v.1',
  table: 'M4 5h16v14H4zM4 9.7h16M4 14.3h16M10 9.7V19',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  ticket: 'M4 7h16v3.2a2 2 0 0 0 0 3.6V17H4v-3.2a2 2 0 0 0 0-3.6zM14.5 7v10',
} as const;
export type IconName = keyof typeof shapes;

/** Decoration beside words; a button that has only an icon needs its own label. */
export const Icon = ({ name, size }: { name: IconName; size?: number }) => <Shape path={shapes[name]} size={size} />;
