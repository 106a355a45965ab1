export { eventHandlers } from './events.routes.ts';
export { makeEvents } from './events.service.ts';
