import { writeFile } from 'node:fs/promises';
import { formatCsv } from '@recline/contract/csv';
import { z } from 'zod';
import { type Db, statement } from '../platform/db.ts';
import { command, optional, required } from './command.ts';
import { change } from './context.ts';
import { type Problem, readSheet, refuseBadLines, type Sheet } from './csv.ts';
import { decided, findDevice } from './devices.sql.ts';
import { countOfChairs, register } from './devices.ts';
import { usage } from './failure.ts';
import * as fields from './fields.ts';
import { keepInStep, mosquittoOption } from './mosquitto.ts';
import { table } from './output.ts';
import { assignToDevice, findGroup } from './prices.ts';

const columns = z.object({
  deviceId: fields.deviceId,
  outletId: fields.id,
  name: fields.name.optional(),
  priceGroup: fields.name.optional(),
});
type Row = z.output<typeof columns>;

const existingDevices = statement<{ id: string }, [string[]]>(
  'cli.import.devices',
  'SELECT id FROM devices WHERE id = ANY ($1)',
);
const existingOutlets = statement<{ id: number; currency: string }, []>(
  'cli.import.outlets',
  'SELECT id, currency FROM outlets',
);
const existingGroups = statement<{ name: string; currency: string }, []>(
  'cli.import.groups',
  'SELECT name, currency FROM price_groups',
);

/** What the database has against each line. */
async function problemsOf(db: Db, sheet: Sheet<Row>): Promise<Problem[]> {
  const ids = sheet.rows.map(({ row }) => row.deviceId);
  const taken = new Set((await existingDevices(db, ids)).map(({ id }) => id));
  const outlets = new Map((await existingOutlets(db)).map(({ id, currency }) => [id, currency]));
  const groups = new Map((await existingGroups(db)).map(({ name, currency }) => [name, currency]));
  const firstLine = new Map<string, number>();
  return sheet.rows.flatMap(({ line, row }) => {
    const before = firstLine.get(row.deviceId);
    firstLine.set(row.deviceId, before ?? line);
    const currency = outlets.get(row.outletId);
    const group = row.priceGroup === undefined ? currency : groups.get(row.priceGroup);
    const found = [
      before !== undefined && `deviceId ${row.deviceId} is on line ${before} too`,
      taken.has(row.deviceId) && `there is a chair ${row.deviceId} already`,
      currency === undefined && `there is no outlet ${row.outletId}`,
      row.priceGroup !== undefined && group === undefined && `there is no price group ${row.priceGroup}`,
      currency &&
        group &&
        group !== currency &&
        `price group ${row.priceGroup} is in ${group}, the outlet in ${currency}`,
    ];
    return found.flatMap((problem) => (problem ? [{ line, problem }] : []));
  });
}

async function registerRow(db: Db, { deviceId, name, outletId, priceGroup }: Row): Promise<[string, string]> {
  const secret = await register(db, deviceId, name ?? deviceId, outletId);
  if (priceGroup !== undefined) await assignToDevice(db, deviceId, await findGroup(db, priceGroup));
  return [deviceId, secret];
}

const importDevices = command({
  name: 'device import',
  summary: 'Registers the chairs of a CSV file: all of them, or none and a report of every bad line',
  notes: 'The header names the columns: deviceId, outletId and, if wanted, name and priceGroup.',
  arguments: { file: required('FILE', 'The CSV file, in UTF-8', z.string()) },
  options: {
    secrets: optional('FILE', 'A new file for the secrets (CSV) instead of the screen', z.string()),
    ...mosquittoOption,
  },
  examples: ['device import chairs.csv --secrets secrets.csv'],
  run: (context, { file, secrets: to, mosquitto }) =>
    change(context, async (db, record) => {
      const sheet = await readSheet<Row>(file, columns);
      refuseBadLines(file, [...sheet.problems, ...(await problemsOf(db, sheet))]);
      const secrets: [string, string][] = [];
      for (const { row } of sheet.rows) {
        secrets.push(await registerRow(db, row));
        await record('device import', `device ${row.deviceId}`, null, decided(await findDevice(db, row.deviceId)));
      }
      if (to !== undefined) await writeSecrets(to, secrets);
      await keepInStep(mosquitto, secrets);
      const count = countOfChairs(secrets.length);
      const json = secrets.map(([deviceId, secret]) => ({ deviceId, secret }));
      if (to !== undefined) {
        return { text: `${count} registered. Their secrets are in ${to}.`, json: { registered: secrets.length } };
      }
      return { text: `${count} registered.\n${table([['CHAIR', 'SECRET'], ...secrets])}`, json };
    }),
});

/** Readable by its owner alone, and never over a file that is there: its secrets may be the only copy. */
async function writeSecrets(path: string, secrets: [string, string][]): Promise<void> {
  // Verbatim: a chair and the simulator must read exactly this secret, and one may begin with a minus sign.
  const csv = formatCsv([['deviceId', 'secret'], ...secrets], { verbatim: true });
  await writeFile(path, csv, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
    throw usage(`${path} cannot be written: ${error.message}.`);
  });
}

export const importCommands = [importDevices];
