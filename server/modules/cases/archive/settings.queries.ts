import { sql } from 'kysely';
import type { RetentionPeriod } from '#domain/archive/archive-record.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** An organisation (no department) with its own 全宗号. */
export interface FondsOfOrganisation {
  orgId: string;
  orgName: string;
  code: string;
  name: string;
}

/** Lists the organisations whose archive an archivist manages, the highest first, or only the one with this id. */
export async function listFonds(db: Db, orgId: string, onlyId?: string): Promise<FondsOfOrganisation[]> {
  const { rows } = await sql<FondsOfOrganisation>`
    select g.id as "orgId", g.name as "orgName", coalesce(f.code, '') as code, coalesce(f.name, '') as name
    from organisations mine join organisations g on g.path like mine.path || '%' and g.kind = 'organisation'
    left join archive_fonds f on f.org_id = g.id
    where mine.id = ${orgId} and (${onlyId ?? null}::text is null or g.id = ${onlyId ?? null})
    order by g.level, g.sort_by, g.id limit 500`.execute(db);
  return rows;
}

/** Locks an organisation until the transaction ends, so that no other archivist sets its 全宗号 meanwhile. */
export async function lockOrganisation(tx: Tx, orgId: string): Promise<void> {
  await sql`select from organisations where id = ${orgId} for no key update`.execute(tx);
}

/** Locks an item and its retention period in the same way. */
export async function lockItem(tx: Tx, taskCode: string): Promise<void> {
  await sql`select from business_items where task_code = ${taskCode} and current for no key update`.execute(
    tx,
  );
}

export async function saveFonds(tx: Tx, row: { orgId: string; code: string; name: string }): Promise<void> {
  await tx
    .insertInto('archive_fonds')
    .values({ org_id: row.orgId, code: row.code, name: row.name })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ code: row.code, name: row.name }))
    .execute();
}

export interface ArchiveItemSettings {
  taskCode: string;
  itemName: string;
  period: RetentionPeriod | null;
  department: string | null;
}

/** Lists the published items of those organisations with their settings, or only the one with this code. */
export async function listItems(
  db: Db,
  orgId: string,
  onlyTaskCode?: string,
): Promise<ArchiveItemSettings[]> {
  const { rows } = await sql<ArchiveItemSettings>`
    select b.task_code as "taskCode", b.name as "itemName", a.period, a.department
    from business_items b join organisations g on g.id = b.org_id
    join organisations mine on g.path like mine.path || '%'
    left join archive_items a on a.task_code = b.task_code
    where b.current and mine.id = ${orgId} and (${onlyTaskCode ?? null}::text is null or b.task_code = ${onlyTaskCode ?? null})
    order by b.sort_by, b.task_code limit 1000`.execute(db);
  return rows;
}

export async function saveItem(
  tx: Tx,
  { taskCode, period, department }: { taskCode: string; period: RetentionPeriod; department: string },
): Promise<void> {
  await tx
    .insertInto('archive_items')
    .values({ task_code: taskCode, period, department })
    .onConflict((conflict) => conflict.column('task_code').doUpdateSet({ period, department }))
    .execute();
}

/** Lists all settings of the whole office. */
export async function listAllSettings(db: Db) {
  return {
    fonds: await db.selectFrom('archive_fonds').selectAll().orderBy('org_id').execute(),
    items: await db.selectFrom('archive_items').selectAll().orderBy('task_code').execute(),
  };
}
