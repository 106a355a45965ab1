export { type Advert, addAdvert, listAdverts, removeAdvert } from './adverts.admin.ts';
export { advertsOf, advertsOfChair, type ShownAdvert } from './adverts.service.ts';
export { serveAdvertPictures } from './pictures.routes.ts';
