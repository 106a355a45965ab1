/** The number of a chair, as it is printed on it, scanned, typed, and used in MQTT topics. */
export const deviceNumberMaxChars = 32;

const pattern = new RegExp(`^[A-Za-z0-9_-]{1,${deviceNumberMaxChars}}$`);

/** Without spaces and with half-width characters: what was typed or dictated is compared in this form, case aside. */
export const normalDeviceNumber = (value: string): string => value.normalize('NFKC').replace(/\s/g, '');

export const isDeviceNumber = (value: string): boolean => pattern.test(value);
