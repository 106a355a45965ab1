export { ZoneNote } from './zone-note.tsx';
