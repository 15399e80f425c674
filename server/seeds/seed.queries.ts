import { sql } from 'kysely';
import type { ApplicantWord } from '#domain/applicants/applicant-word.ts';
import type { ExtField } from '#domain/items/ext-fields.ts';
import type { PetitionFields } from '#domain/items/petition-fields.ts';
import type { Paper, Situation } from '#domain/items/situations.ts';
import type { TraceSource } from '#domain/items/trace-source.ts';
import type { Db, Tx } from '#server/database/transaction.ts';

/** Any number of our own; see `migrate.ts` for the other one. */
const seedLock = 4_120_503;

/**
 * Does the work while no other process seeds this database; the others wait their turn, however long it takes. The lock
 * ends with its connection, so that a server that was killed holds up nobody.
 */
export function whileSeedingAlone<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as "limit", set_config('statement_timeout', '0', false)`.execute(
      connection,
    );
    try {
      await sql`select pg_advisory_lock(${seedLock})`.execute(connection);
      return await work();
    } finally {
      // The connection goes back to the pool as it came.
      await sql`select pg_advisory_unlock_all()`.execute(connection);
      await sql`select set_config('statement_timeout', ${rows[0]?.limit ?? '60s'}, false)`.execute(
        connection,
      );
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

/** Everything that a published version of an item says. */
export interface ItemSettings {
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
  applicantWord: ApplicantWord;
  serveTypes: string[];
  secondApproval: boolean;
  extFields: readonly ExtField[];
  petitionFields: PetitionFields | null;
  traceSource: TraceSource | null;
  papers: readonly Paper[];
  situations: readonly Situation[];
  sortBy: number;
}

/** The version of an item that is on offer, with what it says. */
export async function findCurrentItem(
  db: Db,
  taskCode: string,
): Promise<{ id: string; version: number; settings: ItemSettings } | undefined> {
  const row = await db
    .selectFrom('business_items')
    .selectAll()
    .where('task_code', '=', taskCode)
    .where('current', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const settings: ItemSettings = {
    taskCode: row.task_code,
    name: row.name,
    categoryId: row.category_id,
    summary: row.summary,
    guide: row.guide,
    orgId: row.org_id,
    areaCode: row.area_code,
    processDefinitionId: row.process_definition_id,
    formDefinitionIds: row.form_definition_ids,
    titleFields: row.title_fields,
    duplicateCheck: row.duplicate_check,
    applicantWord: row.applicant_word,
    serveTypes: row.serve_types,
    secondApproval: row.second_approval,
    extFields: row.ext_fields,
    petitionFields: row.petition_fields,
    traceSource: row.trace_source,
    papers: row.papers,
    situations: row.situations,
    sortBy: row.sort_by,
  };
  return { id: row.id, version: row.version, settings };
}

/** Takes a version off offer; the next one takes its place. */
export async function withdrawItem(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('business_items').set({ current: false }).where('id', '=', id).execute();
}

export async function insertItem(
  tx: Tx,
  item: ItemSettings & { id: string; version: number; publishedAt: Date },
): Promise<void> {
  await tx
    .insertInto('business_items')
    .values({
      id: item.id,
      task_code: item.taskCode,
      version: item.version,
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
      applicant_word: item.applicantWord,
      serve_types: item.serveTypes,
      second_approval: item.secondApproval,
      ext_fields: JSON.stringify(item.extFields),
      petition_fields: item.petitionFields && JSON.stringify(item.petitionFields),
      trace_source: item.traceSource && JSON.stringify(item.traceSource),
      papers: JSON.stringify(item.papers),
      situations: JSON.stringify(item.situations),
      sort_by: item.sortBy,
      published_at: item.publishedAt,
    })
    .execute();
}
