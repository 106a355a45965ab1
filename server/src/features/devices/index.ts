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
export { abnormalBefore } from './devices.service.ts';
