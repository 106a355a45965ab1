export { type Advert, addAdvert, listAdverts, removeAdvert } from './adverts.admin.ts';
export { type Adverts, makeAdverts } from './adverts.service.ts';
export { serveAdvertPictures } from './pictures.routes.ts';
