import { lazy } from 'react';

/** For pages on which few people give a number. */
export const LazySmsForm = lazy(() => import('./sms-form.tsx').then(({ SmsForm }) => ({ default: SmsForm })));
