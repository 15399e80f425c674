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

/** Publishing of one code goes one after the other, so that each takes the next version. */
export async function lockCode(tx: Tx, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form:${code}`}, 0))`.execute(tx);
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
