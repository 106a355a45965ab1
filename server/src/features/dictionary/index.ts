export { dictionaryHandlers, dictionaryIn, orderLabelsIn, type PayTypeLabel } from './dictionary.routes.ts';
