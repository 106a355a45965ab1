import type { textArea as base } from '../zh_CN/text-area.ts';

export const textArea: typeof base = {
  left: (count) => (count === 1 ? '1 character left' : `${count} characters left`),
  tooLong: (count) =>
    count === 1
      ? '1 character too many. Please shorten the text.'
      : `${count} characters too many. Please shorten the text.`,
};
