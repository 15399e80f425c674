import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { testOffice } from '#test/world/office.ts';
import { afterTampering } from '#test/world/tampering.ts';
import { type CoveredTable, coveredTables } from './covered-tables.ts';
import { digestsOfObjects, recordUnauditedRows } from './record-rows.ts';
import { verifyAudit } from './verify.ts';

/**
 * Tests every covered table: the owner of the database changes, deletes and adds rows, column by column
 * (docs/decisions/0209).
 */

const office = await testOffice();
const { db, crypto } = office.context;

// Tables of which the office has no row yet.
await sql`insert into second_factor_roles values ('handler')`.execute(db);
await sql`insert into second_factors (staff_id, secret_sealed, last_step, enrolled_at)
  values ('staff-liuyang', 'x', 0, now())`.execute(db);
await sql`insert into rule_definitions values ('r:1', 'r', 1, 'x', '{}', now(), 'x')`.execute(db);
await sql`insert into package_signers values ('f', 'x', 'x', now())`.execute(db);
await sql`insert into substitute_rules (id, absent_id, substitute_id, starts_on, ends_on, reason, set_by_id, set_by_name, created_at)
  values ('r', 'staff-liuyang', 'staff-xujun', '2026-03-02', '2026-03-03', 'x', 'staff-liuyang', 'x', now())`.execute(
  db,
);
await sql`insert into files (id, name, size, content_type, sha256, is_public, created_at)
  values ('f', 'x.png', 1, 'image/png', 'x', true, now())`.execute(db);
await sql`insert into shared_elements values ('e', 'x', '', 'f', now(), 'x')`.execute(db);
await recordUnauditedRows(office.context, undefined);

const findingsOf = async (snapshot: Db) =>
  (await verifyAudit(snapshot, crypto)).findings.map(({ chinese }) => chinese);
/** An additional finding for a public file without an uploader. */
const notUploaded = '没有上传的审计记录';

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  inKey: boolean;
}

/** Lists the written columns, in their order; generated columns follow from them. */
async function listColumns({ table }: CoveredTable): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as "inKey"
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`.execute(db);
  return rows;
}

const columnsOf = new Map(
  await Promise.all(
    coveredTables.map(async (covered) => [covered.table, await listColumns(covered)] as const),
  ),
);

/** Returns another value of the column's type than the row has. */
function otherValue({ name, type }: Column) {
  const column = sql.ref(`t.${name}`);
  if (type === 'boolean') return sql`not coalesce(${column}, false)`;
  if (['integer', 'bigint', 'smallint', 'date'].includes(type))
    return type === 'date' ? sql`coalesce(${column}, '2026-01-01') + 400` : sql`coalesce(${column}, 0) + 1`;
  if (type === 'timestamp with time zone') return sql`coalesce(${column}, now()) + interval '1 day'`;
  if (type === 'jsonb') return sql`jsonb_build_array(${column})`;
  if (type === 'text[]') return sql`array_append(coalesce(${column}, '{}'), 'x')`;
  if (type === 'uuid') return sql`gen_random_uuid()`;
  return sql`coalesce(${column}::text, '') || 'x'`;
}

/** Removes constraints and triggers that would refuse the change, as the owner of the database can. */
async function removeProtection(tx: Tx, { table }: CoveredTable): Promise<void> {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = ${table}::regclass and contype in ('c', 'u', 'p', 'f')`.execute(tx);
  for (const { name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(name)} cascade`.execute(tx);
  const { rows: indexes } = await sql<{
    name: string;
  }>`select indexrelid::regclass::text as name from pg_index
    where indrelid = ${table}::regclass and indisunique`.execute(tx);
  for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(tx);
}

/** Selects the row that is tampered with. */
const oneRow = ({
  table,
  conditionColumn,
}: CoveredTable) => sql`(select min(o.ctid) from ${sql.table(table)} o
  ${conditionColumn ? sql`where ${sql.ref(`o.${conditionColumn}`)}` : sql``})`;

async function keyOfRow(snapshot: Db, covered: CoveredTable): Promise<string> {
  if (covered.key === undefined) return '';
  const { rows } = await sql<{ key: string }>`select ${sql.ref(`t.${covered.key}`)}::text as key
    from ${sql.table(covered.table)} t where t.ctid = ${oneRow(covered)}`.execute(snapshot);
  return rows[0]?.key ?? '';
}

const tablesWithName = coveredTables.map((covered) => [covered.table, covered] as const);

async function findingsAfter(covered: CoveredTable, change: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const found = await afterTampering(db, [(tx) => removeProtection(tx, covered), change], findingsOf);
  return (found ?? []).filter((line) => !line.includes(notUploaded));
}

describe.each(tablesWithName)('record digests of %s', (_name, covered) => {
  const table = sql.table(covered.table);
  const columns = columnsOf.get(covered.table) ?? [];
  const writtenColumns = columns.filter(
    ({ name }) => !covered.ignored.includes(name) && name !== covered.conditionColumn,
  );
  const set = (column: Column, value = otherValue(column)) =>
    sql`update ${table} t set ${sql.ref(column.name)} = ${value} where t.ctid = ${oneRow(covered)}`;

  test('change with each column', async () => {
    const key = await keyOfRow(db, covered);
    const currentDigests = await digestsOfObjects(db, covered, [key]);
    const uncovered: string[] = [];
    for (const column of writtenColumns) {
      const changedDigests = await afterTampering(
        db,
        [(tx) => removeProtection(tx, covered), set(column)],
        (tx) => digestsOfObjects(tx, covered, [key]),
      );
      if (JSON.stringify(changedDigests) === JSON.stringify(currentDigests)) uncovered.push(column.name);
    }
    expect(uncovered).toEqual([]);
  });

  test('reveal a changed, deleted or added row, with the name of the table', async () => {
    const [last] = writtenColumns.filter(({ name }) => name !== covered.key).slice(-1);
    if (last) {
      const changeFindings = await findingsAfter(covered, (tx) => set(last).execute(tx));
      expect(changeFindings).toEqual([expect.stringMatching(new RegExp(`^${covered.chinese}.*：被改动$`))]);
    }
    const deletionFindings = await findingsAfter(covered, (tx) =>
      sql`delete from ${table} t where t.ctid = ${oneRow(covered)}`.execute(tx),
    );
    expect(deletionFindings).toEqual([
      expect.stringMatching(new RegExp(`^${covered.chinese}.*：(被改动|已被删除)$`)),
    ]);
    const others = columns.filter(({ name, inKey }) => inKey && name !== covered.key);
    const changedColumns = others.length > 0 ? others : columns.filter(({ name }) => name === covered.key);
    const values = columns.map((column) =>
      changedColumns.includes(column) ? otherValue(column) : sql`${sql.ref(`t.${column.name}`)}`,
    );
    const insertionFindings = await findingsAfter(covered, (tx) =>
      sql`insert into ${table} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        select ${sql.join(values)} from ${table} t where t.ctid = ${oneRow(covered)}`.execute(tx),
    );
    expect(insertionFindings).toEqual([
      expect.stringMatching(new RegExp(`^${covered.chinese}.*：(被改动|不是经系统写入的)$`)),
    ]);
  });
});
