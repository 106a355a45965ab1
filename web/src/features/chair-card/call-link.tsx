import type { Card } from '@recline/contract/chair-card';
import { useText } from '../../platform/text.tsx';

/** Whether calling is among the next steps of the chair's state; else the number is at the end of the page. */
export const isCalledFirst = ({ state }: Card): boolean => state === 'offline' || state === 'fault';

/** Calls the operator, where a number is set. */
export function CallLink({ card: { servicePhone }, className }: { card: Card; className: string | undefined }) {
  const t = useText();
  if (!servicePhone) return null;
  return (
    <a className={className} href={`tel:${servicePhone.replace(/[^\d+]/g, '')}`}>
      {t.sticker.call(servicePhone)}
    </a>
  );
}
