export { type Advert, addAdvert, listAdverts, removeAdvert } from './adverts.admin.ts';
export { makeAdverts } from './adverts.service.ts';
export { serveAdvertPictures } from './pictures.routes.ts';
