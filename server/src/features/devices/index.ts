export { countCoins, recordFault } from './chair-facts.ts';
export { credentialsChanged, deviceChanged } from './channels.ts';
export { chairCounts } from './device-counts.sql.ts';
export {
  addDevice,
  type Credentials,
  type Device,
  findDevice,
  listDevices,
  moveDevice,
  renameDevice,
  retireDevice,
  rotateSecret,
  setDevicePriceGroup,
  settingsOf,
} from './devices.admin.ts';
export { findImportProblems, type ImportProblem, type ImportRow, importDevices } from './devices.import.ts';
export { deviceHandlers } from './devices.routes.ts';
export { abnormalBefore, makeDevices } from './devices.service.ts';
export { type DeviceViewRow, deviceColumns, deviceTables, toDeviceRow } from './devices.view.ts';
export { makePresence, type Presence, type PresenceTiming, type RunningReport } from './presence.ts';
