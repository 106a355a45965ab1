import { type DueKind, dueOf } from '../features/retention/index.ts';
import { command } from './command.ts';
import { listed } from './output.ts';

const columns = {
  WHAT: (row: DueKind) => row.name,
  'KEPT FOR': (row: DueKind) => (row.days === 0 ? 'ever' : `${row.days} days`),
  SETTING: (row: DueKind) => row.setting,
  'WOULD GO': (row: DueKind) => row.rows,
  OLDEST: (row: DueKind) => row.oldest,
  DROPPED: (row: DueKind) => row.drops,
};

const retention = command({
  name: 'retention',
  summary: 'Shows how long things are kept, and what the server would drop now',
  notes: 'The server drops it by itself, every hour, in batches. Money, orders and the keys of events always stay.',
  examples: ['retention', 'retention --json'],
  async run({ pool, env, clock }) {
    return listed(await dueOf(pool, env, clock()), columns, '');
  },
});

export const retentionCommands = [retention];
