import { channel } from '../../platform/notify.ts';

/** A chair's state or presence changed. */
export const deviceChanged = channel<{ deviceId: string; outletId: number }>('device');

/** A chair's secret was changed or withdrawn: its connection must end. */
export const credentialsChanged = channel<{ deviceId: string }>('credentials');
