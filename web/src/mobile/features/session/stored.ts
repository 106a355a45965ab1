import { localValue, tabValue } from '../../../platform/storage.ts';

/** Who used this phone last: a manager or a guest. */
export const lastRole = localValue('role');
/** The chair that was scanned last. */
export const scannedChair = localValue('DEVICEID');
/** The token of a session whose user a wallet has confirmed. */
export const walletToken = localValue('walletToken');
/** Set while this phone's guest has no number. */
export const withoutNumber = localValue('withoutNumber');
/** The page to return to after login. */
export const returnTo = tabValue('returnTo');
/** A message to show on the next page, across a full page load. */
export const nextNotice = tabValue('notice');
