/** One change to one file, as a person could have made it by mistake. */
export interface Mutant {
  file: string;
  line: number;
  /** What kind of change it is, for the table of survivors. */
  kind: string;
  start: number;
  end: number;
  replacement: string;
}

/** A change within a text. */
export type Edit = Pick<Mutant, 'kind' | 'start' | 'end' | 'replacement'>;

export const toMutants = (file: string, source: string, edits: readonly Edit[]): Mutant[] =>
  edits.map((edit) => ({ file, line: lineAt(source, edit.start), ...edit }));

export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

export const apply = (source: string, { start, end, replacement }: Edit): string =>
  source.slice(0, start) + replacement + source.slice(end);

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The changed lines, before and after. */
export function describe(source: string, mutant: Edit): { before: string; after: string } {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1;
  const lineEnd = source.indexOf('\n', mutant.end);
  const to = lineEnd === -1 ? source.length : lineEnd;
  const after = source.slice(from, mutant.start) + mutant.replacement + source.slice(mutant.end, to);
  return { before: onOneLine(source.slice(from, to)), after: onOneLine(after) };
}
