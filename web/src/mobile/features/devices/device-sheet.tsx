import type { DeviceRow } from '@recline/contract/devices';
import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../platform/text.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useText } from '../../texts/app.ts';
import { PlaceLink } from '../outlets/index.ts';
import { useUser } from '../session/index.ts';
import styles from './device-sheet.module.css';
import { DeviceTags } from './device-tags.tsx';
import { canStart } from './devices.rules.ts';

interface DeviceSheetProps {
  device: DeviceRow | undefined;
  onClose(): void;
}

/** One chair, with links to its order, quick start and orders. */
export function DeviceSheet({ device, onClose }: DeviceSheetProps) {
  return (
    <Dialog open={device !== undefined} onClose={onClose} title={device ? `${device.deviceId} · ${device.name}` : ''}>
      {device && <Device device={device} />}
    </Dialog>
  );
}

function Device({ device }: { device: DeviceRow }) {
  const t = useText();
  const format = useFormat();
  return (
    <Stack>
      <Facts
        rows={[
          [t.devices.outlet, <PlaceLink key="place" outletId={device.outletId} name={device.outletName} />],
          [
            t.devices.status,
            <span key="tags" className={styles.tags}>
              <DeviceTags device={device} />
            </span>,
          ],
          [t.devices.lastSeen, device.lastSeenAt && format.dateTime(device.lastSeenAt)],
        ]}
      />
      <DeviceLinks device={device} />
    </Stack>
  );
}

/** The likely next step first: the running order, or else the start, unless the chair cannot start. */
function DeviceLinks({ device }: { device: DeviceRow }) {
  const t = useText();
  const mayReadOrders = useUser()?.permissions.includes('details');
  const runs = mayReadOrders && device.orderId;
  const startable = canStart(device);
  return (
    <>
      {runs && (
        <Link to={pages.countdown} search={{ orderId: runs }} className={buttonClass()}>
          {t.devices.countdown}
        </Link>
      )}
      {startable && (
        <Link to={pages.quickStart} search={{ deviceId: device.deviceId }} className={buttonClass()}>
          {t.devices.quickStart}
        </Link>
      )}
      {mayReadOrders && (
        <Link
          to={pages.orders}
          search={{ deviceId: device.deviceId, period: 'month' }}
          className={buttonClass({ kind: runs || startable ? 'quiet' : 'primary' })}
        >
          {t.devices.orders}
        </Link>
      )}
    </>
  );
}
