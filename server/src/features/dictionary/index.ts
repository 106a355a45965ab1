export { dictionaryHandlers, dictionaryIn, type PayTypeLabel, payTypeLabel } from './dictionary.routes.ts';
