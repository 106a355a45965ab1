export { type HomeFigures, homeQuery } from './home.queries.ts';
