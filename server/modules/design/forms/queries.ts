import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
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

export async function findLatestFormId(db: Db, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('form_definitions')
    .select('id')
    .where('code', '=', code)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Lists newer versions of forms whose protection was not yet applied to orders. One that was published in the
 * last minute is left out, because some server may still write with the version before.
 */
export async function listVersionsToProtect(db: Db, now: Date): Promise<{ id: string; code: string }[]> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  const { rows } = await sql<{ id: string; code: string }>`
    select f.id, f.code from (
      select distinct on (code) id, code, version, published_at from form_definitions order by code, version desc) f
    where f.version > 1 and not f.published_at between ${minuteAgo} and ${now}
      and not exists (select from seed_steps s where s.name = ${protectionStep} || f.id and s.finished_at is not null)
    order by f.code`.execute(db);
  return rows;
}

/** Records that the protection of this version was applied to every order. */
export async function recordProtection(db: Db, id: string, now: Date): Promise<void> {
  await db
    .insertInto('seed_steps')
    .values({ name: `${protectionStep}${id}`, started_at: now, finished_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Rename this step when it covers more data, so that the protection of all versions is applied again. */
const protectionStep = 'protected-forms ';

/** Lists the newest version of every form, or of the forms with these codes. */
export function listLatestForms(db: Db, codes?: readonly string[]) {
  return db
    .selectFrom('form_definitions')
    .selectAll()
    .$if(codes !== undefined, (query) =>
      query.where(({ eb, fn, val }) => eb('code', '=', fn.any(val(codes ?? [])))),
    )
    .distinctOn('code')
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
}

/**
 * Locks a code, so that it is published by one transaction at a time, and not during a spreadsheet import of
 * all forms.
 */
export async function lockCode(tx: Tx, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('forms', 0))`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form:${code}`}, 0))`.execute(tx);
}

/** Locks all forms for a spreadsheet import. */
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

/** Lists all versions, of one form if its code is given; the newest of each first. */
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

/** Returns the names of the published items by the versions of forms with which their orders start. */
export async function itemsOfForms(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select f.id, array_agg(b.name order by b.sort_by) as names
    from business_items b, unnest(b.form_definition_ids) as f (id) where b.current group by f.id`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}
