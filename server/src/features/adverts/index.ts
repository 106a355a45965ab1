export { type Advert, addAdvert, listAdverts, removeAdvert } from './adverts.admin.ts';
