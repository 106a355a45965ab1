import type { ChairCard } from '@recline/contract/chair-page';
import { useText } from '../../texts/chair-page.ts';

/** Whether the chair's state offers a call as a next step; otherwise the number is at the end of the page. */
export const isCalledFirst = ({ state }: ChairCard): boolean =>
  state === 'offline' || state === 'fault' || state === 'closed';

/** Calls the operator, if a number is set. */
export function CallLink({ card: { servicePhone }, className }: { card: ChairCard; className: string | undefined }) {
  const t = useText();
  if (!servicePhone) return null;
  return (
    <a className={className} href={`tel:${servicePhone.replace(/[^\d+]/g, '')}`}>
      {t.chairPage.call(servicePhone)}
    </a>
  );
}
