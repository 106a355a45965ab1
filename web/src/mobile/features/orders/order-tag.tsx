import type { Order } from '@recline/contract/orders';
import { Tag } from '../../../ui/tag.tsx';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import { statusTones } from './order-status.ts';
import { statusLabel } from './order-words.ts';

export function OrderTag({ order }: { order: Order }) {
  const words = { t: useText(), labelOf: useLabels() };
  return <Tag tone={statusTones[order.status]}>{statusLabel(words, order)}</Tag>;
}
