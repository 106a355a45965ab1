import { type AuditEntry, listEntries } from '../features/audit/index.ts';
import { changeInWords } from './audit-words.ts';
import { command, flag, optional } from './command.ts';
import * as fields from './fields.ts';
import { listed, rendered } from './output.ts';

const list = command({
  name: 'audit list',
  summary: 'Lists what operators changed, newest first: who, what, when, before and after',
  options: {
    target: optional('TARGET', 'Only about this, such as "device A10086"', fields.name),
    by: optional('NAME', 'Only by this person', fields.name),
    limit: optional('N', 'How many at most; 50, if not given', fields.between(1, 10_000)),
    full: flag('Show long values whole'),
  },
  examples: ['audit list', 'audit list --target "device A10086" --full'],
  async run({ pool }, { target, by, limit = 50, full }) {
    const columns = {
      WHEN: (row: AuditEntry) => row.at,
      WHO: (row: AuditEntry) => row.actor,
      WHAT: (row: AuditEntry) => row.action,
      ABOUT: (row: AuditEntry) => row.target,
      CHANGE: (row: AuditEntry) => difference(row.before, row.after, full ? Number.POSITIVE_INFINITY : briefChars),
    };
    const none = target === undefined && by === undefined ? 'Nothing was changed yet.' : 'No change matches.';
    const { json, text } = listed(await listEntries(pool, { target, actor: by, limit }), columns, none);
    return { json, text: (zone) => hinted(rendered(text, zone)) };
  },
});

const briefChars = 100;

const hinted = (text: string) =>
  text.includes('…') ? `${text}\n\n--full shows the values that are cut at … whole.` : text;

/** The differences in words, cut at `chars`; --json has both values in full. */
function difference(before: unknown, after: unknown, chars: number): string {
  const isNew = before === null && after !== null;
  if (isNew && chars === briefChars) return 'new';
  const words = changeInWords(before, after)
    .map((each) => brief(each, chars))
    .join('; ');
  return after === null && before !== null ? `removed: ${words}` : words;
}

const brief = (text: string, chars: number): string => (text.length > chars ? `${text.slice(0, chars - 1)}…` : text);

export const auditCommands = [list];
