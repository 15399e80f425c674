import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/transaction.ts';
import { formIdOf } from './published-form.ts';

export function findForm(db: Db, id: string) {
  return db.selectFrom('form_definitions').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findLatestForm(db: Db, code: string) {
  return db
    .selectFrom('form_definitions')
    .selectAll()
    .where('code', '=', code)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest version of every form. */
export function listLatestForms(db: Db) {
  return db
    .selectFrom('form_definitions')
    .selectAll()
    .distinctOn('code')
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
}

/** Publishing of one code goes one after the other, so that each takes the next version, and none beside a sheet of all. */
export async function lockCode(tx: Tx, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('forms', 0))`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form:${code}`}, 0))`.execute(tx);
}

/** A sheet of many forms has them to itself. */
export async function lockForms(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('forms', 0))`.execute(tx);
}

export function insertForm(
  tx: Tx,
  form: {
    code: string;
    version: number;
    name: string;
    model: unknown;
    publishedAt: Date;
    publishedBy: string;
  },
) {
  return tx
    .insertInto('form_definitions')
    .values({
      id: formIdOf(form.code, form.version),
      code: form.code,
      version: form.version,
      name: form.name,
      model: JSON.stringify(form.model),
      published_at: form.publishedAt,
      published_by: form.publishedBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** All versions, of one form where its code is given; the newest of each first. */
export function listForms(db: Db, code?: string) {
  return db
    .selectFrom('form_definitions')
    .select(['id', 'code', 'version', 'name', 'published_at', 'published_by'])
    .select(sql<number>`jsonb_array_length(model -> 'schema' -> 'fields')`.as('fields'))
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
}

/** The names of the items on offer by the versions of forms that their orders start with. */
export async function itemsOfForms(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select f.id, array_agg(b.name order by b.sort_by) as names
    from business_items b, unnest(b.form_definition_ids) as f (id) where b.current group by f.id`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}
