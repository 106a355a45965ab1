import { type DueKind, dueOf } from '../features/retention/index.ts';
import { command } from './command.ts';
import { listed } from './output.ts';

const columns = {
  WHAT: (row: DueKind) => row.name,
  'KEPT FOR': (row: DueKind) => (row.days === 0 ? 'ever' : `${row.days} days`),
  SETTING: (row: DueKind) => row.setting,
  DUE: (row: DueKind) => row.rows,
  OLDEST: (row: DueKind) => row.oldest,
  'WHAT IS DELETED': (row: DueKind) => row.drops,
};

const retention = command({
  name: 'retention',
  summary: 'Shows how long data is kept, and what is due for deletion',
  notes: 'The server deletes it every hour, in batches. Orders, payments and the keys of events stay.',
  examples: ['retention', 'retention --json'],
  async run({ pool, env, clock }) {
    return listed(await dueOf(pool, env, clock()), columns, '');
  },
});

export const retentionCommands = [retention];
