export { chairCardHandlers } from './chair-card.routes.ts';
export { makeChairCard } from './chair-card.service.ts';
export { stickerState } from './sticker-page.ts';
