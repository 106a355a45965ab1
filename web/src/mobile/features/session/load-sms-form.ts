/** For pages on which few people enter a number. */
export const loadSmsForm = async () => (await import('./sms-form.tsx')).SmsForm;
