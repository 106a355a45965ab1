export {
  addManager,
  disableManager,
  enableManager,
  listManagers,
  type Manager,
  resetManagerPassword,
  setManagerOutlets,
  setManagerPermissions,
} from './managers.admin.ts';
export {
  addMember,
  bindMember,
  disableMember,
  enableMember,
  listMembers,
  type Member,
  unbindMember,
} from './members.admin.ts';
export { generatePassword } from './passwords.rules.ts';
export { hashPassword, randomToken, sha256 } from './passwords.ts';
export { maskMobile } from './session.service.ts';
