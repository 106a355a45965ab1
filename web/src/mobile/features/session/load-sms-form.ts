/** For pages on which few people give a number. */
export const loadSmsForm = async () => (await import('./sms-form.tsx')).SmsForm;
