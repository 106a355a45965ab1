export { type Erased, eraseMember, exportMember } from './personal-data.admin.ts';
