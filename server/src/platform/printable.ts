/**
 * Makes text safe for terminals and logs: control characters, Unicode line breaks and characters that change the
 * writing direction are escaped. In a JSON string the escapes mean the same characters.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Keeps line breaks and tabs. */
export const printable = (text: string): string => text.replace(controls, escaped);

/** Line breaks and tabs are escaped too, so that a value cannot look like several lines. */
export const printableLine = (text: string): string => printable(text).replace(/[\n\t]/g, escaped);
