import { formatCsv } from '@recline/contract/csv';
import { z } from 'zod';
import { findImportProblems, type ImportProblem, type ImportRow, importDevices } from '../features/devices/index.ts';
import type { Db } from '../platform/db.ts';
import { command, optional, required } from './command.ts';
import { type Problem, readSheet, refuseBadLines, type Sheet } from './csv.ts';
import * as fields from './fields.ts';
import { mosquittoOption, updatePasswordFile } from './mosquitto.ts';
import { withNewFile } from './new-file.ts';
import { plural, said, table } from './output.ts';

const columns = z.object({
  deviceId: fields.deviceId,
  outletId: fields.id,
  name: fields.name.optional(),
  priceGroup: fields.name.optional(),
});

function describe(problem: ImportProblem, lines: number[]): string {
  switch (problem.problem) {
    case 'duplicate':
      return `deviceId ${problem.deviceId} is on line ${lines[problem.firstRow]} too`;
    case 'deviceExists':
      return `there is a chair ${problem.deviceId} already`;
    case 'outletNotFound':
      return `there is no outlet ${problem.outletId}`;
    case 'priceGroupNotFound':
      return `there is no price group ${problem.name}`;
    case 'currencyMismatch':
      return `price group ${problem.name} is in ${problem.groupCurrency}, the outlet in ${problem.outletCurrency}`;
  }
}

/** The problems of each line that could be parsed. */
async function findProblems(db: Db, sheet: Sheet<ImportRow>): Promise<Problem[]> {
  const lines = sheet.rows.map(({ line }) => line);
  const found = await findImportProblems(
    db,
    sheet.rows.map(({ row }) => row),
  );
  return found.map((problem) => ({ line: lines[problem.row] ?? 0, problem: describe(problem, lines) }));
}

const importCommand = command({
  name: 'device import',
  summary: 'Registers the chairs of a CSV file: all, or none and a report of the bad lines',
  notes: 'The header names the columns: deviceId, outletId and, if wanted, name and priceGroup.',
  arguments: { file: required('FILE', 'The CSV file, in UTF-8', z.string()) },
  options: {
    secrets: optional('FILE', 'A new file for the secrets (CSV) instead of the screen', z.string()),
    ...mosquittoOption,
  },
  rehearses: true,
  examples: ['device import chairs.csv --secrets secrets.csv', 'device import chairs.csv --dry-run'],
  async run(context, { file, secrets, mosquitto }) {
    const sheet = await readSheet<ImportRow>(file, columns);
    refuseBadLines(file, [...sheet.problems, ...(await findProblems(context.pool, sheet))]);
    const rows = sheet.rows.map(({ row }) => row);
    if (context.dryRun) return rehearsed(await importDevices(context, rows, async () => {}));
    const registered = await withNewFile(secrets, (write) =>
      importDevices(context, rows, async (credentials) => {
        // Verbatim: programs read it, and a secret may begin with a minus sign.
        const lines = credentials.map(({ deviceId, secret }) => [deviceId, secret]);
        await write(formatCsv([['deviceId', 'secret'], ...lines], { verbatim: true }));
        await updatePasswordFile(mosquitto, credentials);
      }),
    );
    const text = `${plural(registered.length, 'chair')} registered.`;
    if (secrets !== undefined) {
      return { text: `${text} Their secrets are in ${secrets}.`, json: { registered: registered.length } };
    }
    const shown = registered.map(({ deviceId, secret }) => ({ deviceId, secret }));
    const lines = shown.map(({ deviceId, secret }) => [deviceId, secret]);
    return { text: `${text}\n${table([['CHAIR', 'SECRET'], ...lines])}`, json: shown };
  },
});

/** Secrets that were never stored are not shown. */
const rehearsed = (registered: { deviceId: string }[]) =>
  said(`${plural(registered.length, 'chair')} registered.`, {
    registered: registered.length,
    chairs: registered.map(({ deviceId }) => deviceId),
  });

export const importCommands = [importCommand];
