export { brokerHashOf } from './broker-hash.ts';
export { countCoins, recordFault } from './chair-facts.ts';
export { credentialsChanged, deviceChanged } from './channels.ts';
export { exportBrokerEntries, rotateSecret } from './credentials.admin.ts';
export type { BrokerEntry } from './credentials.ts';
export { chairCounts } from './device-counts.sql.ts';
export { type ChairMoment, chairHistory } from './device-history.ts';
export { replaceDevice, restoreDevice, retireDevice } from './device-lives.admin.ts';
export {
  addDevice,
  type Device,
  findDevice,
  listDevices,
  moveDevice,
  renameDevice,
  setDevicePriceGroup,
  settingsOf,
} from './devices.admin.ts';
export { findImportProblems, type ImportProblem, type ImportRow, importDevices } from './devices.import.ts';
export { deviceHandlers } from './devices.routes.ts';
export { abnormalBefore, makeDevices } from './devices.service.ts';
export { type DeviceViewRow, deviceColumns, deviceTables, toDeviceRow } from './devices.view.ts';
export { makePresence, type Presence, type PresenceTiming, type RunningReport } from './presence.ts';
