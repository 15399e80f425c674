import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/transaction.ts';

/** Any number of our own; see `migrate.ts` for the other one. */
const seedLock = 4_120_503;

/**
 * Does the work while no other process seeds this database; the others wait their turn, however long it takes. The lock
 * ends with its connection, so that a server that was killed holds up nobody.
 */
export function whileSeedingAlone<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false)`.execute(connection);
    try {
      await sql`select pg_advisory_lock(${seedLock})`.execute(connection);
      return await work();
    } finally {
      // The connection goes back to the pool as it came.
      await sql`select pg_advisory_unlock_all()`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

export function findStep(db: Db, name: string) {
  return db.selectFrom('seed_steps').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Notes that the step begins; one that began earlier keeps its time. */
export async function beginStep(db: Db, name: string, startedAt: Date): Promise<void> {
  await db
    .insertInto('seed_steps')
    .values({ name, started_at: startedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function finishStep(db: Db, name: string, finishedAt: Date): Promise<void> {
  await db.updateTable('seed_steps').set({ finished_at: finishedAt }).where('name', '=', name).execute();
}

export async function insertCategories(tx: Tx, categories: readonly { id: string; name: string }[]) {
  await tx
    .insertInto('business_categories')
    .values(categories.map((category, index) => ({ ...category, sort_by: index + 1 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findCurrentItem(db: Db, taskCode: string) {
  return db
    .selectFrom('business_items')
    .select(['id', 'version'])
    .where('task_code', '=', taskCode)
    .where('current', '=', true)
    .executeTakeFirst();
}

export interface ItemToInsert {
  id: string;
  taskCode: string;
  name: string;
  categoryId: string;
  summary: string;
  guide: string;
  orgId: string;
  areaCode: string;
  processDefinitionId: string;
  formDefinitionIds: string[];
  titleFields: string[];
  duplicateCheck: boolean;
  sortBy: number;
  publishedAt: Date;
}

export async function insertFirstItem(tx: Tx, item: ItemToInsert): Promise<void> {
  await tx
    .insertInto('business_items')
    .values({
      id: item.id,
      task_code: item.taskCode,
      version: 1,
      current: true,
      name: item.name,
      category_id: item.categoryId,
      summary: item.summary,
      guide: item.guide,
      org_id: item.orgId,
      area_code: item.areaCode,
      process_definition_id: item.processDefinitionId,
      form_definition_ids: item.formDefinitionIds,
      title_fields: item.titleFields,
      duplicate_check: item.duplicateCheck,
      sort_by: item.sortBy,
      published_at: item.publishedAt,
    })
    .execute();
}
