/** Characters as people count them: a family emoji is one. Browsers without Intl.Segmenter count code points. */
function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text];
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);
}

export const countCharacters = (text: string): number => charactersOf(text).length;

export function firstCharacters(text: string, max: number): string {
  // No character is shorter than one unit, so a short text needs no look.
  return text.length <= max ? text : charactersOf(text).slice(0, max).join('');
}
