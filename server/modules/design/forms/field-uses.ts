import type { FormModel } from '#domain/forms/model.ts';
import { type FieldUsers, usesOfField } from '#domain/items/field-uses.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { listFieldUsers } from './field-uses.queries.ts';
import { findLatestForm } from './queries.ts';

/** Returns the uses of each used field of a form, in its newest version. */
export async function usesOfForm(db: Db, code: string) {
  const latest = await findLatestForm(db, code);
  if (!latest) return refuse('notFound');
  return { rows: usesOfFields(latest.model as FormModel, await listFieldUsers(db)) };
}

/** Returns hints on the used fields that the next version of a form no longer has. */
export async function hintsOfRemovedFields(db: Db, latest: FormModel, next: FormModel) {
  const remainingIds = new Set(next.schema.fields.map(({ id }) => id));
  const removed = latest.schema.fields.filter(({ id }) => !remainingIds.has(id));
  if (removed.length === 0) return [];
  const fields = { ...latest, schema: { fields: removed } };
  return usesOfFields(fields, await listFieldUsers(db)).map(({ title, uses }) => ({
    field: '',
    message: `删除的字段“${title}”仍用于${uses.join('、')}；改用新版表单前，须先修改这些设置`,
  }));
}

function usesOfFields({ globalConfig: { code }, schema }: FormModel, users: FieldUsers) {
  return schema.fields.flatMap(({ id, title }) => {
    const uses = usesOfField(code, id, users);
    return uses.length > 0 ? [{ field: id, title, uses }] : [];
  });
}
