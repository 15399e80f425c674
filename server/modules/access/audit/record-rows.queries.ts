import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { CoveredTable } from './covered-tables.ts';

/** An object of a covered table: the rows with one key. */
export interface CoveredObject {
  table: string;
  key: string;
}

export type CoveredRow = Record<string, unknown> & { record_key: string };

const objectColumns = sql`table_name as "table", row_key as key`;

/** Deletes and returns the objects that this transaction has changed since the last call. */
export async function drainOwnChanges(tx: Tx): Promise<CoveredObject[]> {
  const { rows } = await sql<CoveredObject>`delete from record_changes
    where written_in = pg_current_xact_id_if_assigned() returning ${objectColumns}`.execute(tx);
  return rows;
}

export async function drainAllChanges(tx: Tx): Promise<void> {
  await sql`delete from record_changes`.execute(tx);
}

/** Returns the number of a transaction that begins now: those of later ones are higher. */
export async function findCurrentTransaction(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db);
  return rows[0]?.now ?? '0';
}

/** Deletes and returns the changes of transactions from this one on that have no audit record, such as those of seeding. */
export async function drainChangesSince(tx: Tx, from: string): Promise<CoveredObject[]> {
  const { rows } = await sql<CoveredObject>`delete from record_changes where written_in >= ${from}::text::xid8
    returning ${objectColumns}`.execute(tx);
  return rows;
}

/** Deletes and returns the changes of migrations: the row of a migration is written in the same transaction. */
export async function drainMigrationChanges(tx: Tx): Promise<CoveredObject[]> {
  const { rows } = await sql<CoveredObject>`delete from record_changes c using schema_migrations m
    where (c.written_in::text::numeric % 4294967296) = m.xmin::text::numeric
    returning ${objectColumns}`.execute(tx);
  return rows;
}

/**
 * Deletes and returns the changes of transactions that have an audit record: actions of servers with the version before.
 */
export async function drainAuditedChanges(tx: Tx): Promise<CoveredObject[]> {
  const { rows } = await sql<CoveredObject>`delete from record_changes c
    where exists (select from audit_links l where l.written_in = c.written_in::text::bigint)
    returning ${objectColumns}`.execute(tx);
  return rows;
}

/** Returns the newest migration of the database. */
export async function findNewestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select coalesce(max(name), '') as name from schema_migrations`.execute(db);
  return rows[0]?.name ?? '';
}

export async function findLastBaseline(
  db: Db,
  actions: readonly string[],
): Promise<{ at: Date; schema: string } | undefined> {
  const { rows } = await sql<{ at: Date; schema: string }>`
    select at, coalesce(detail ->> 'schema', '') as schema from audit_links
    where chain = 'record' and action = any(${[...actions]}::text[]) order by seq desc limit 1`.execute(db);
  return rows[0];
}

function keyOf({ key }: CoveredTable) {
  return key === undefined ? sql`''` : sql`${sql.ref(`t.${key}`)}::text`;
}

/** Reads the rows of some objects, or of all; those of one object follow each other. */
export async function listCoveredRows(
  db: Db,
  covered: CoveredTable,
  keys: readonly string[],
): Promise<CoveredRow[]> {
  const { rows } = await sql<CoveredRow>`
    select t.*, ${keyOf(covered)} as record_key from ${sql.table(covered.table)} t
    where ${keyOf(covered)} = any(${[...keys]}::text[])
      ${covered.conditionColumn ? sql`and ${sql.ref(`t.${covered.conditionColumn}`)}` : sql``}`.execute(db);
  return rows;
}

/** Lists the keys of a table's objects after a given one, in order. */
export async function listKeysAfter(
  db: Db,
  covered: CoveredTable,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct ${keyOf(covered)} collate "C" as key from ${sql.table(covered.table)} t
    where ${after === undefined ? sql`true` : sql`${keyOf(covered)} collate "C" > ${after}`}
      ${covered.conditionColumn ? sql`and ${sql.ref(`t.${covered.conditionColumn}`)}` : sql``}
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}
