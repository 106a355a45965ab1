import styles from './drawing.module.css';
import { ChairDrawing } from './drawing.tsx';

/** How an order ended; apart from the other drawings, which the first screens download. */
const paths = {
  stopped: 'M152 40a18 18 0 1 1-36 0 18 18 0 0 1 36 0ZM129 33v14M139 33v14',
  broken: 'M134 22l-12 20h12l-6 18M146 24l10 10M156 24l-10 10',
  moneyBack: 'M151 42a17 17 0 1 1-5-12M150 22v9h-9M127 42h14M134 36v14',
  taken: 'M134 38a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM116 64c2-13 9-19 18-19s16 6 18 19',
  late: 'M151 42a17 17 0 1 1-34 0 17 17 0 0 1 34 0ZM134 32v10l7 5',
  cancelled: 'M124 30l20 20M144 30l-20 20',
} as const;
export type EndingDrawingName = keyof typeof paths;

export const EndingDrawing = ({ name }: { name: EndingDrawingName }) => (
  <ChairDrawing onBrand>
    <path className={styles.accent} d={paths[name]} />
  </ChairDrawing>
);
