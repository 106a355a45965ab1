export type { LoggedIn } from './password-login.ts';
export { sendToLogin, token, watchSession } from './session.ts';
export { ZoneNote } from './zone-note.tsx';
export { loadSession, refreshUser, setUser, type User, useUser } from './user.ts';
