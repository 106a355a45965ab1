export { dictionaryHandlers } from './dictionary.routes.ts';
