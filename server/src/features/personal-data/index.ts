export { erasePerson, exportPerson, ordersOfGuest, type Person } from './personal-data.admin.ts';
