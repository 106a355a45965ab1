import type { DeviceRow } from '@recline/contract/devices';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useRelativeTime } from '../../../platform/text.tsx';
import { useNow } from '../../../platform/use-now.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useText } from '../../texts/app.ts';
import { minutesLeft } from '../orders/index.ts';
import { useUser } from '../session/index.ts';
import { deviceOrderQuery, outagesQuery } from './devices.queries.ts';
import { type DeviceState, statesOf } from './devices.rules.ts';

/** The states of a chair as tags: fault with its meaning, offline since when, time left. */
export const DeviceTags = ({ device }: { device: DeviceRow }) =>
  statesOf(device).map((state) => <StateTag key={state} state={state} device={device} />);

function StateTag({ state, device }: { state: DeviceState; device: DeviceRow }) {
  const t = useText();
  if (state === 'idle') return <Tag tone="good">{t.devices.states.idle}</Tag>;
  if (state === 'fault') return <Fault code={device.faultCode ?? ''} />;
  if (state === 'offline') return <Offline since={device.lastSeenAt} />;
  return <InUse orderId={device.orderId} />;
}

/** Shown after the chair's name: since when it is abnormal, and its usual income in that time. */
export function OutageLine({ deviceId }: { deviceId: string }) {
  const t = useText();
  const format = useFormat();
  const outage = useQuery(outagesQuery([deviceId])).data?.get(deviceId);
  if (!outage) return null;
  const lost = format.money(outage.usualIncome, outage.currency);
  return (
    <>
      {' · '}
      {t.devices.since(format.dayTime(outage.since))}
      {outage.usualIncome > 0 && ` · ${t.devices.lostIncome(lost)}`}
    </>
  );
}

function Fault({ code }: { code: string }) {
  const t = useText();
  const isKnown = (name: string): name is keyof typeof t.devices.faults => name in t.devices.faults;
  const meaning = isKnown(code) ? t.devices.faults[code] : t.devices.unknownFault(code);
  return <Tag tone="bad">{t.devices.fault(meaning)}</Tag>;
}

function Offline({ since }: { since: string | null }) {
  const t = useText();
  const ago = useRelativeTime();
  return <Tag tone="plain">{since === null ? t.devices.neverOnline : t.devices.offlineSince(ago(since))}</Tag>;
}

function InUse({ orderId }: { orderId: string | null }) {
  const t = useText();
  const now = useNow(10_000);
  // Without the permission for orders, another account's order is not found.
  const mayRead = useUser()?.permissions.includes('details') === true;
  const { data: observed } = useQuery({ ...deviceOrderQuery(orderId ?? ''), enabled: mayRead && orderId !== null });
  const left = observed ? minutesLeft(observed, now) : 0;
  return (
    <Tag tone="brand">
      {t.devices.states.inUse}
      {left > 0 && ` · ${t.devices.minutesLeft(left)}`}
    </Tag>
  );
}
