import type { Edit } from './mutant.ts';

/**
 * Changes to SQL: a condition of WHERE, ON or HAVING dropped, a comparison loosened or tightened by its bound, an
 * ORDER BY reversed, a DISTINCT, LIMIT or row lock removed. The text may be the inside of a template literal.
 */
export const sqlEdits = (sql: string): Edit[] => {
  const text = mask(sql);
  return [
    ...conditions(sql, text),
    ...bounds(text),
    ...orders(sql, text),
    ...limits(sql, text),
    ...removals(text),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
};

const blank = (text: string) => text.replaceAll(/[^\n]/g, '¤');

/** Strings, comments and interpolations become blanks of the same length, so that offsets do not change. */
function mask(sql: string): string {
  let out = '';
  for (let at = 0; at < sql.length; ) {
    const size = opaqueAt(sql, at);
    out += size > 0 ? blank(sql.slice(at, at + size)) : sql[at];
    at += Math.max(size, 1);
  }
  return out;
}

function opaqueAt(sql: string, at: number): number {
  if (sql.startsWith('${', at)) return interpolation(sql, at);
  return (/^(?:'(?:[^']|'')*'|--[^\n]*)/.exec(sql.slice(at))?.[0] ?? '').length;
}

function interpolation(sql: string, at: number): number {
  let depth = 0;
  for (let end = at + 1; end < sql.length; end += 1) {
    if (sql[end] === '{') depth += 1;
    if (sql[end] === '}') depth -= 1;
    if (depth === 0) return end + 1 - at;
  }
  return sql.length - at;
}

const clauseEnd =
  /^(?:GROUP|ORDER|LIMIT|OFFSET|RETURNING|FOR|UNION|EXCEPT|INTERSECT|HAVING|WHERE|JOIN|LEFT|RIGHT|INNER|CROSS|FULL|ON|SET|DO|WINDOW|VALUES)\b/;

/** The end of the clause that begins at `from`: the next clause, a closing bracket, or the end of the text. */
function endOfClause(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth < 0 || text[at] === ';') return at;
    if (depth === 0 && isWordStart(text, at) && clauseEnd.test(text.slice(at))) return at;
  }
  return text.length;
}

const isWordStart = (text: string, at: number) => !/\w/.test(text[at - 1] ?? ' ');

/** The parts of `text` from `from` to `to` between separators that stand outside brackets and CASE. */
function split(text: string, from: number, to: number, separator: RegExp): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  let [depth, start, betweens] = [0, from, 0];
  for (let at = from; at < to; at += 1) {
    const rest = text.slice(at, to);
    const word = isWordStart(text, at);
    if (text[at] === '(' || (word && /^CASE\b/.test(rest))) depth += 1;
    if (text[at] === ')' || (word && /^END\b/.test(rest))) depth -= 1;
    if (depth === 0 && word && /^BETWEEN\b/.test(rest)) betweens += 1;
    const found = depth === 0 ? separator.exec(rest)?.[0] : undefined;
    if (found === undefined || (/^\w/.test(found) && !word)) continue;
    if (betweens > 0 && found === 'AND') betweens -= 1;
    else {
      parts.push(trimmed(text, start, at));
      start = at + found.length;
    }
  }
  return [...parts, trimmed(text, start, to)].filter(({ start, end }) => end > start);
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  const part = text.slice(start, end);
  return { start: start + part.length - part.trimStart().length, end: end - (part.length - part.trimEnd().length) };
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)];

/** PostgreSQL refuses a statement that no longer names its parameter: that mutant would always be killed. */
const namesParameter = (sql: string) => sql.includes('$');

const without = (condition: string) => (namesParameter(condition) ? `(TRUE OR ${condition})` : 'TRUE');

function conditions(sql: string, text: string): Edit[] {
  return matches(text, /\b(?:WHERE|HAVING|(?<!\bDISTINCT )ON(?!\s+(?:CONFLICT|UPDATE|DELETE)\b))\b/g).flatMap(
    (keyword) => {
      const from = keyword.index + keyword[0].length;
      return split(text, from, endOfClause(text, from), /^AND\b/).map((part) => ({
        kind: `${keyword[0]}: a condition dropped`,
        ...part,
        replacement: without(sql.slice(part.start, part.end)),
      }));
    },
  );
}

const otherBound: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

const bounds = (text: string): Edit[] =>
  matches(text, /(?<![<>=\-@|!])(?:<=|>=|<|>)(?![<>=@|-])/g).map(({ 0: sign, index: start }) => ({
    kind: 'a bound included or excluded',
    start,
    end: start + sign.length,
    replacement: otherBound[sign] ?? sign,
  }));

function orders(sql: string, text: string): Edit[] {
  return matches(text, /\bORDER BY\b/g).map((keyword) => {
    const from = keyword.index + keyword[0].length;
    const parts = split(text, from, endOfClause(text, from), /^,/);
    const end = parts.at(-1)?.end ?? from;
    const reversed = parts.map((part) => reverse(sql.slice(part.start, part.end))).join(', ');
    return { kind: 'ORDER BY reversed', start: from, end, replacement: ` ${reversed}` };
  });
}

function reverse(item: string): string {
  const [, what = item, direction, nulls = ''] = /^([\s\S]*?)\s*(\bASC|\bDESC)?(\s+NULLS \w+)?$/.exec(item) ?? [];
  return `${what} ${direction === 'DESC' ? 'ASC' : 'DESC'}${nulls}`;
}

/** More rows than any table of a test has. */
const unlimited = 1_000_000;

function limits(sql: string, text: string): Edit[] {
  return matches(text, /\bLIMIT\s+(\([^)]*\)|[$\w¤]+)/g).map(({ 0: found, 1: bound = '', index: start }) => {
    const end = start + found.length;
    const limit = sql.slice(end - bound.length, end);
    return {
      kind: 'LIMIT removed',
      start,
      end,
      replacement: namesParameter(limit) ? `LIMIT ${unlimited} + ${limit}` : '',
    };
  });
}

const removable: readonly { kind: string; pattern: RegExp }[] = [
  { kind: 'DISTINCT removed', pattern: /(?<!\bIS )(?<!\bIS NOT )\bDISTINCT\b(?: ON \([^)]*\))?/g },
  {
    kind: 'row lock removed',
    pattern: /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b(?: OF \w+)?(?: SKIP LOCKED| NOWAIT)?/g,
  },
];

const removals = (text: string): Edit[] =>
  removable.flatMap(({ kind, pattern }) =>
    matches(text, pattern).map(({ 0: found, index: start }) => ({
      kind,
      start,
      end: start + found.length,
      replacement: '',
    })),
  );
