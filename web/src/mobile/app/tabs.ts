import type { Permission } from '@recline/contract/call';

/** The tabs in display order; each needs the permission of the same name. */
export const tabs = ['home', 'details', 'user'] as const satisfies readonly Permission[];
