export type { DetailsScope } from './details.queries.ts';
export { type HomeFigures, homeQuery } from './home.queries.ts';
