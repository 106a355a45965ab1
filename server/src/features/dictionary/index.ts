export { dictionaryHandlers, orderLabelsIn, type PayTypeLabel } from './dictionary.routes.ts';
