import { type Currency, formatMoney } from '@recline/contract/money';
import { type Device, listDevices } from '../features/devices/index.ts';
import { incomeByChair } from '../features/orders/index.ts';
import { findOutlet } from '../features/outlets/index.ts';
import type { Db } from '../platform/db.ts';
import { command, flag, optional } from './command.ts';
import * as fields from './fields.ts';
import { listed } from './output.ts';
import { outletTime } from './times.ts';

export const stateOf = (row: Device): string => (row.retiredAt ? 'retired' : row.online ? 'online' : 'offline');

export const list = command({
  name: 'device list',
  summary: 'Lists the chairs with state, fault, firmware and income',
  options: {
    outlet: optional('ID', 'Only those of this outlet', fields.id),
    offline: flag('Only those that are offline'),
    fault: flag('Only those with a fault; with --offline those that have either'),
    firmware: optional('VERSION', 'Only those with this firmware', fields.name),
    incomeBelow: optional('AMOUNT', 'Only those that earned less in 28 days, such as 100.00', fields.money),
    retired: flag('Retired ones too'),
  },
  examples: [
    'device list',
    'device list --offline --fault',
    'device list --firmware 2.4.1 --outlet 1 --json',
    'device list --income-below 100',
  ],
  async run({ pool, clock }, { outlet, offline, fault, firmware, incomeBelow, retired }) {
    if (outlet !== undefined) await findOutlet(pool, outlet);
    const columns = {
      CHAIR: (row: Listed) => row.deviceId,
      NAME: (row: Device) => row.name,
      OUTLET: (row: Device) => `${row.outletId} ${row.outletName}`,
      STATE: stateOf,
      FAULT: (row: Device) => row.faultCode,
      'OFFLINE SINCE': (row: Listed) => outletTime(row.offlineSince, row.timeZone),
      'LAST SEEN': (row: Listed) => outletTime(row.lastSeenAt, row.timeZone),
      FIRMWARE: (row: Listed) => row.firmware,
      'INCOME (28 DAYS)': (row: Listed) =>
        row.income28Days.map((each) => formatMoney(each.net, each.currency)).join(', '),
      'COINS OFF BY': (row: Listed) => (row.coinDifference === 0 ? null : row.coinDifference),
    };
    const devices = await withIncome(pool, await listDevices(pool, outlet ?? null, retired), clock());
    const isUnwell = (row: Listed) =>
      !(offline || fault) || (offline && !row.online) || (fault && row.faultCode !== null);
    const isWanted = (row: Listed) =>
      isUnwell(row) &&
      (firmware === undefined || row.firmware === firmware) &&
      (incomeBelow === undefined || row.income28Days.every(({ net }) => net < incomeBelow));
    const isFiltered = offline || fault || firmware !== undefined || incomeBelow !== undefined;
    const none = isFiltered ? 'No chair matches.' : 'No chairs yet. `recline device add` registers one.';
    return listed(devices.filter(isWanted), columns, none);
  },
});

interface Listed extends Device {
  /** Net income in each currency. */
  income28Days: { currency: Currency; net: number }[];
}

async function withIncome(db: Db, devices: Device[], now: Date): Promise<Listed[]> {
  const since = new Date(now.getTime() - 28 * 24 * 3600_000);
  const incomes = Map.groupBy(await incomeByChair(db, since), ({ device_id }) => device_id);
  return devices.map((device) => ({
    ...device,
    income28Days: (incomes.get(device.deviceId) ?? []).map(({ currency, net }) => ({ currency, net })),
  }));
}
