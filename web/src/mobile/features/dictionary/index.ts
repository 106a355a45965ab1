export { prefetchDictionary, useLabels, useOptions } from './dictionary.queries.ts';
