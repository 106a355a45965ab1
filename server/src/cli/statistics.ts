import { checkRevenue, rebuildStatistics } from '../features/revenue/index.ts';
import { command } from './command.ts';
import { Failure } from './failure.ts';
import { listed, plural, rendered, said } from './output.ts';

type Difference = Awaited<ReturnType<typeof checkRevenue>>[number];

const columns = {
  TIER: (row: Difference) => row.tier,
  OUTLET: (row: Difference) => row.outlet_id,
  FROM: (row: Difference) => row.at,
  CURRENCY: (row: Difference) => row.currency,
  KEPT: (row: Difference) => row.kept,
  'FROM THE ORDERS': (row: Difference) => row.right,
};

const check = command({
  name: 'statistics check',
  summary: 'Compares the statistics with the orders; exits with 1 if they differ',
  examples: ['statistics check'],
  async run({ pool, zone }) {
    const differences = await checkRevenue(pool);
    if (differences.length === 0) return said('The statistics are what the orders say.', { differences });
    const { text } = listed(differences, columns, '');
    throw new Failure(
      'failed',
      `${plural(differences.length, 'row')} of the statistics differ from the orders. \`recline statistics rebuild\` sets them right.\n${rendered(text, zone)}`,
      { differences },
    );
  },
});

const rebuild = command({
  name: 'statistics rebuild',
  summary: 'Rebuilds the statistics from the orders',
  notes: 'Orders wait meanwhile; readers see the old statistics until the new ones are complete.',
  examples: ['statistics rebuild'],
  async run(context) {
    const differences = await rebuildStatistics(context);
    return said(`The statistics were rebuilt; ${plural(differences.length, 'row')} differed.`, { differences });
  },
});

export const statisticsCommands = [check, rebuild];
