export { credentialsChanged, deviceChanged } from './channels.ts';
export { keepBrokerHash, type StoredSecret, storedSecrets } from './credentials.sql.ts';
export { type BrokerEntry, brokerHashOf, exportBrokerEntries, secretHashOf } from './credentials.ts';
export { replaceDevice, restoreDevice, retireDevices, rotateSecret } from './device-lives.admin.ts';
export {
  addDevice,
  type Device,
  type DeviceChange,
  findDevice,
  listDevices,
  moveDevices,
  renameDevice,
  setDevicePriceGroup,
  settingsOf,
} from './devices.admin.ts';
export { findImportProblems, type ImportProblem, type ImportRow, importDevices } from './devices.import.ts';
export { deviceHandlers } from './devices.routes.ts';
export { abnormalBefore, makeDevices } from './devices.service.ts';
export {
  type ChairTotals,
  chairCounts,
  chairTotals,
  countAbnormal,
  devicesById,
  outletOfChair,
} from './devices.sql.ts';
export { type DeviceViewRow, toDeviceRow } from './devices.view.ts';
export { countCoins, lockChairs } from './faults-and-meter.sql.ts';
export { recordFault } from './faults-and-meter.ts';
export type { RunningReport } from './presence/chair-news.rules.ts';
export { makePresence, type Presence, type PresenceTiming } from './presence/presence.ts';
