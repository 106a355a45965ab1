export type { DetailsScope } from './details.queries.ts';
export { homeQuery } from './home.queries.ts';
