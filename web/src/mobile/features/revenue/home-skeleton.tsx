import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Columns, Stack } from '../../../ui/stack.tsx';
import { useText } from '../../texts/login.ts';

const tiles = ['orders', 'outlets', 'devices', 'abnormal'];

/** The overview's skeleton, in its own layout, so that nothing shifts when the figures arrive. */
export function HomeSkeleton() {
  const t = useText();
  return (
    <div role="status">
      <span className="hidden-text">{t.common.loading}</span>
      <Stack>
        <Card kind="hero">
          <Skeleton lines={6} />
        </Card>
        <Card>
          <Skeleton lines={6} />
        </Card>
        <Columns count={2}>
          {tiles.map((tile) => (
            <Card key={tile}>
              <Skeleton lines={2} />
            </Card>
          ))}
        </Columns>
      </Stack>
    </div>
  );
}
