import type { Currency } from '@recline/contract/money';
import { type Admin, change, refuse } from '../../platform/admin.ts';
import type { Db } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { listOutlets } from '../outlets/index.ts';
import { listPriceGroups, lockPriceGroup } from '../prices/index.ts';
import type { Credentials } from './credentials.ts';
import * as sql from './devices.admin.sql.ts';
import { findDevice, insertDevice, settingsOf } from './devices.admin.ts';

export interface ImportRow {
  deviceId: string;
  outletId: number;
  /** The device's id where it is left out. */
  name?: string | undefined;
  priceGroup?: string | undefined;
}

export type ImportProblem =
  | { problem: 'duplicate'; deviceId: string; firstRow: number }
  | { problem: 'deviceExists'; deviceId: string }
  | { problem: 'outletNotFound'; outletId: number }
  | { problem: 'priceGroupNotFound'; name: string }
  | { problem: 'currencyMismatch'; name: string; groupCurrency: Currency; outletCurrency: Currency };

/** A problem and the index of its row. */
export type RowProblem = ImportProblem & { row: number };

/** Every reason to refuse these rows, in their order. */
export async function findImportProblems(db: Db, rows: ImportRow[]): Promise<RowProblem[]> {
  const ids = rows.map(({ deviceId }) => deviceId);
  const known: Known = {
    firstRows: new Map(ids.map((id, index) => [id, index] as const).reverse()),
    devices: new Set((await sql.existing(db, ids)).map(({ id }) => id)),
    outlets: new Map((await listOutlets(db)).map(({ outletId, currency }) => [Number(outletId), currency])),
    groups: new Map((await listPriceGroups(db)).map(({ name, currency }) => [name, currency])),
  };
  return rows.flatMap((row, index) =>
    [...problemsOf(row, index, known)].map((problem) => ({ ...problem, row: index })),
  );
}

interface Known {
  /** The first row of each device in the file. */
  firstRows: Map<string, number>;
  devices: Set<string>;
  outlets: Map<number, Currency>;
  groups: Map<string, Currency>;
}

function* problemsOf(row: ImportRow, index: number, known: Known): Generator<ImportProblem> {
  const { deviceId, outletId, priceGroup: name } = row;
  const firstRow = known.firstRows.get(deviceId) ?? index;
  const outletCurrency = known.outlets.get(outletId);
  if (firstRow < index) yield { problem: 'duplicate', deviceId, firstRow };
  if (known.devices.has(deviceId)) yield { problem: 'deviceExists', deviceId };
  if (outletCurrency === undefined) yield { problem: 'outletNotFound', outletId };
  if (name === undefined) return;
  const groupCurrency = known.groups.get(name);
  if (groupCurrency === undefined) yield { problem: 'priceGroupNotFound', name };
  else if (outletCurrency !== undefined && groupCurrency !== outletCurrency) {
    yield { problem: 'currencyMismatch', name, groupCurrency, outletCurrency };
  }
}

/** Hands the secrets over before the commit: if that fails, nothing is changed. */
export type DeliverSecrets = (credentials: Credentials[]) => Promise<unknown>;

/** Registers all rows or none. */
export const importDevices = (admin: Admin, rows: ImportRow[], deliver: DeliverSecrets): Promise<Credentials[]> =>
  change(admin, async (db) => {
    const { length: count } = await findImportProblems(db, rows);
    if (count > 0) throw refuse('importRefused', { count });
    const credentials: Credentials[] = [];
    for (const row of rows) credentials.push(await importRow(admin, db, row));
    await deliver(credentials);
    return credentials;
  });

async function importRow(admin: Admin, db: Db, row: ImportRow): Promise<Credentials> {
  const { deviceId, outletId, name = deviceId, priceGroup } = row;
  const credentials = await insertDevice(admin, db, { deviceId, name, outletId });
  if (priceGroup !== undefined) await sql.setPriceGroup(db, deviceId, (await lockPriceGroup(db, priceGroup)).id);
  await record(
    db,
    admin.actor,
    'device import',
    `device ${deviceId}`,
    null,
    settingsOf(await findDevice(db, deviceId)),
  );
  return credentials;
}
