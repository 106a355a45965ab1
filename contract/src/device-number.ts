/** The number of a chair, as printed on it, scanned, typed, and used in MQTT topics. */
export const deviceNumberMaxChars = 32;

const pattern = new RegExp(`^[A-Za-z0-9_-]{1,${deviceNumberMaxChars}}$`);

/**
 * Removes spaces and converts full-width characters. Typed or dictated numbers are compared in this form, ignoring
 * case.
 */
export const normalDeviceNumber = (value: string): string => value.normalize('NFKC').replace(/\s/g, '');

export const isDeviceNumber = (value: string): boolean => pattern.test(value);
