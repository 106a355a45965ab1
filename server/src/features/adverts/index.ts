export { makeAdverts } from './adverts.service.ts';
