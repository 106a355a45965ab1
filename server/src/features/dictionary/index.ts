export { dictionaryHandlers, dictionaryIn, type PayTypeLabel } from './dictionary.routes.ts';
