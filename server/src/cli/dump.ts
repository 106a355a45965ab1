import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table in a backup, without generated columns. */
export interface Table {
  name: string;
  columns: string[];
}

export interface Sequence {
  table: string;
  column: string;
  lastValue: string;
  isCalled: boolean;
}

const id = pg.escapeIdentifier;
const columnList = ({ columns }: Table) => columns.map(id).join(', ');

const tablesAndColumns = `SELECT c.relname::text AS name,
    array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
  GROUP BY c.relname ORDER BY c.relname`;

const references = `SELECT DISTINCT conrelid::regclass::text AS name, confrelid::regclass::text AS target
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`;

/** Every table, each after the tables that it references. */
export async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const tables = (await client.query<Table>(tablesAndColumns)).rows;
  const links = (await client.query<{ name: string; target: string }>(references)).rows;
  const ordered: Table[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const free = [...waiting].filter(({ name }) => !links.some((link) => link.name === name && names.has(link.target)));
    if (free.length === 0) throw new Error(`These tables point to each other: ${[...names].join(', ')}`);
    for (const table of free) waiting.delete(table);
    ordered.push(...free);
  }
  return ordered;
}

/** Begins a transaction that reads one consistent snapshot of the database. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL client_encoding = 'UTF8'`);
}

/** Writes a table's rows to `target` in the text format of COPY; returns their number. */
export async function copyOut(client: pg.Client, table: Table, target: Writable): Promise<number> {
  const stream = client.query(copyTo(`COPY ${id(table.name)} (${columnList(table)}) TO STDOUT`));
  await pipeline(stream, target);
  return stream.rowCount ?? 0;
}

export async function copyIn(client: pg.Client, table: Table, source: Readable): Promise<number> {
  const stream = client.query(copyFrom(`COPY ${id(table.name)} (${columnList(table)}) FROM STDIN`));
  await pipeline(source, stream);
  return stream.rowCount ?? 0;
}

/** Triggers are disabled during a restore: what they would write is in the backup. */
export async function setTriggers(client: pg.Client, tables: Table[], on: boolean): Promise<void> {
  // A table with deferred checks pending cannot be altered.
  if (on) await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { name } of tables)
    await client.query(`ALTER TABLE ${id(name)} ${on ? 'ENABLE' : 'DISABLE'} TRIGGER USER`);
}

const identities = `SELECT c.relname::text AS table, a.attname::text AS column,
    pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attidentity <> '' ORDER BY 1, 2`;

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(identities);
  const sequences: Sequence[] = [];
  for (const { table, column, sequence } of rows) {
    const read = `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${sequence}`;
    const [state] = (await client.query<{ lastValue: string; isCalled: boolean }>(read)).rows;
    if (state) sequences.push({ table, column, ...state });
  }
  return sequences;
}

/** Restores the sequences, so that no id is issued twice. */
export async function setSequences(client: pg.Client, sequences: Sequence[]): Promise<void> {
  const text = 'SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)';
  for (const { table, column, lastValue, isCalled } of sequences) {
    await client.query(text, [table, column, lastValue, isCalled]);
  }
}

export async function isEmpty(client: pg.Client, table: Table): Promise<boolean> {
  return (await client.query(`SELECT FROM ${id(table.name)} LIMIT 1`)).rowCount === 0;
}
