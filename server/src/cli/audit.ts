import { statement } from '../platform/db.ts';
import { command, optional } from './command.ts';
import * as fields from './fields.ts';
import { listed } from './output.ts';

interface Entry {
  id: number;
  at: Date;
  actor: string;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
}

const newest = statement<Entry, [string | null, string | null, number]>(
  'cli.audit.newest',
  `SELECT id, at, actor, action, target, before, after FROM audit_log
   WHERE ($1::text IS NULL OR target = $1) AND ($2::text IS NULL OR actor = $2) ORDER BY id DESC LIMIT $3`,
);

const list = command({
  name: 'audit list',
  summary: 'Lists what operators changed: who, what, when, before and after; newest first',
  options: {
    target: optional('TARGET', 'Only about this, such as "device A10086"', fields.name),
    by: optional('NAME', 'Only by this person', fields.name),
    limit: optional('N', 'At most so many; 50, if not given', fields.between(1, 10_000)),
  },
  examples: ['audit list', 'audit list --target "device A10086" --json'],
  async run({ pool }, { target = null, by = null, limit = 50 }) {
    const columns = {
      WHEN: (row: Entry) => row.at,
      WHO: (row: Entry) => row.actor,
      WHAT: (row: Entry) => row.action,
      ABOUT: (row: Entry) => row.target,
      CHANGE: (row: Entry) => difference(row.before, row.after),
    };
    return listed(await newest(pool, target, by, limit), columns, 'Nothing was changed yet.');
  },
});

/** The fields that differ, for people; scripts get the whole of both. */
function difference(before: unknown, after: unknown): string {
  const [old, now] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  if (before === null || after === null) return before === after ? '' : after === null ? 'removed' : 'new';
  const names = Object.keys({ ...old, ...now }).filter(
    (name) => JSON.stringify(old?.[name]) !== JSON.stringify(now?.[name]),
  );
  return names.map((name) => `${name}: ${brief(old?.[name])} → ${brief(now?.[name])}`).join('; ');
}

const brief = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '-');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
};

export const auditCommands = [list];
