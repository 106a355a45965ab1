import type { DeviceRow } from '@recline/contract/devices';
import { describe, expect, test } from 'vitest';
import {
  type DeviceFilters,
  type DeviceListSearch,
  type DeviceState,
  hasDevice,
  isListed,
  type ListLine,
  linesOf,
  noFilters,
  readFilters,
  statesOf,
  toSearch,
  withDevice,
} from './devices.rules.ts';

const chair: DeviceRow = {
  deviceId: 'A10086',
  name: 'Chair 2',
  outletId: '7',
  outletName: 'Mall L3',
  online: true,
  inUse: false,
  faultCode: null,
  lastSeenAt: '2026-11-15T06:00:00.000Z',
  orderId: null,
};

describe('the states of a chair', () => {
  test.each([
    [{}, ['idle']],
    [{ inUse: true }, ['inUse']],
    [{ online: false }, ['offline']],
    [{ faultCode: 'E01' }, ['fault']],
    [{ online: false, inUse: true }, ['offline', 'inUse']],
    [{ online: false, faultCode: 'E01', inUse: true }, ['fault', 'offline', 'inUse']],
  ] as [Partial<DeviceRow>, DeviceState[]][])('%j', (changes, states) => {
    expect(statesOf({ ...chair, ...changes })).toEqual(states);
  });
});

describe('a changed chair belongs to the list', () => {
  test.each([
    [{}, {}, true],
    [{}, { keyword: '100' }, true],
    [{}, { keyword: 'mall' }, true],
    [{}, { keyword: 'airport' }, false],
    [{}, { outletId: '7' }, true],
    [{}, { outletId: '8' }, false],
    [{}, { online: 'online' }, true],
    [{ online: false }, { online: 'online' }, false],
    [{ online: false }, { online: 'offline' }, true],
    [{ inUse: true }, { use: 'idle' }, false],
    [{ inUse: true }, { use: 'inUse' }, true],
    [{}, { abnormal: true }, false],
    [{ faultCode: 'E01' }, { abnormal: true }, true],
    [{ online: false }, { abnormal: true }, true],
  ] as [Partial<DeviceRow>, DeviceFilters, boolean][])('%j under %j: %j', (changes, filters, expected) => {
    expect(isListed({ ...chair, ...changes }, filters)).toBe(expected);
  });
});

describe('a list whose chair changed', () => {
  const other = { ...chair, deviceId: 'A10087' };
  const pages = [{ rows: [chair] }, { rows: [other] }];
  const changed = { ...other, online: false };

  test('shows the chair updated in its place', () => {
    expect(withDevice(pages, changed, {})).toEqual([{ rows: [chair] }, { rows: [changed] }]);
  });

  test('drops a chair that no longer passes the filters', () => {
    expect(withDevice(pages, changed, { online: 'online' })).toEqual([{ rows: [chair] }, { rows: [] }]);
  });

  test('leaves the other pages as they are', () => {
    expect(withDevice(pages, changed, {})[0]).toBe(pages[0]);
  });

  test('knows whether it contains a chair', () => {
    expect(hasDevice(pages, 'A10087')).toBe(true);
    expect(hasDevice(pages, 'A1')).toBe(false);
  });
});

describe('the lines of the list', () => {
  const at = (deviceId: string, outletId: string, changes: Partial<DeviceRow> = {}) => ({
    ...chair,
    deviceId,
    outletId,
    outletName: `Outlet ${outletId}`,
    ...changes,
  });
  const words = (line: ListLine) =>
    line.kind === 'device' ? line.device.deviceId : line.kind === 'outlet' ? line.name : '!';
  const offline = { online: false };
  test.each([
    ['none', [], []],
    ['chairs of two outlets', [at('A', '1'), at('B', '1'), at('C', '2')], ['Outlet 1', 'A', 'B', 'Outlet 2', 'C']],
    ['what is wrong first', [at('B', '2', offline), at('A', '1')], ['!', 'B', 'Outlet 1', 'A']],
    ['nothing but what is wrong', [at('B', '2', { faultCode: 'E01' })], ['!', 'B']],
    ['one that just went offline, in its place', [at('A', '1'), at('B', '1', offline)], ['Outlet 1', 'A', 'B']],
    ['a chair that came twice, once', [at('A', '1'), at('B', '1'), at('A', '1')], ['Outlet 1', 'A', 'B']],
  ])('%s', (_name, rows, expected) => {
    expect(linesOf(rows).map(words)).toEqual(expected);
  });
});

describe('the filters of an address', () => {
  test.each([
    [{}, {}],
    [
      { keyword: 'A1', online: 'offline', use: 'idle', abnormal: 'true', outletId: '7' },
      { keyword: 'A1', online: 'offline', use: 'idle', abnormal: true, outletId: '7' },
    ],
    [{ online: 'maybe', use: 'x', abnormal: 'yes' }, {}],
  ] as [DeviceListSearch, DeviceFilters][])('%j', (search, filters) => {
    expect(readFilters(search)).toEqual({ ...noFilters, ...filters });
  });

  test('are written back as they were read', () => {
    const search = { keyword: 'A1', online: 'offline', use: 'idle', abnormal: 'true', outletId: '7' };
    expect(toSearch(readFilters(search))).toEqual(search);
  });
});
