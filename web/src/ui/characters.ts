/** Characters as people count them: a family emoji is one. Browsers without Intl.Segmenter count code points. */
export function countCharacters(text: string): number {
  if (!('Segmenter' in Intl)) return [...text].length;
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length;
}

export const isTooLong = (text: string, max: number): boolean => countCharacters(text) > max;
