/** A table or view that a text in SQL names. */
export interface TableUse {
  table: string;
  writes: boolean;
}

const names = '(?:ONLY\\s+)?([a-z_][a-z0-9_]*)';
const uses: { pattern: RegExp; writes: boolean }[] = [
  {
    pattern: new RegExp(`\\b(?:INSERT\\s+INTO|UPDATE|DELETE\\s+FROM|TRUNCATE|ALTER\\s+TABLE)\\s+${names}`, 'g'),
    writes: true,
  },
  { pattern: new RegExp(`\\b(?:JOIN|USING|LOCK\\s+TABLE|NULL::)\\s*${names}`, 'g'), writes: false },
];
/** `FROM a x, b AS y`: up to the first word that cannot continue the list. */
const fromList =
  /\bFROM\s+((?:ONLY\s+)?[a-z_][a-z0-9_]*(?:\s+(?:AS\s+)?[a-z_][a-z0-9_]*)?(?:\s*,\s*[a-z_][a-z0-9_]*(?:\s+(?:AS\s+)?[a-z_][a-z0-9_]*)?)*)/g;

/** Keywords are in capitals, as everywhere in this code; names of tables are not. */
export function tableUses(text: string): TableUse[] {
  const found = uses.flatMap(({ pattern, writes }) =>
    [...text.matchAll(pattern)].map(([, table = '']) => ({ table, writes })),
  );
  for (const [, list = ''] of text.matchAll(fromList)) {
    for (const item of list.split(',')) {
      const [table = ''] = item
        .trim()
        .replace(/^ONLY\s+/, '')
        .split(/\s+/);
      found.push({ table, writes: false });
    }
  }
  return found;
}
