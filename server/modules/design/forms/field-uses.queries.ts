import type { FieldUsers } from '#domain/items/field-uses.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { formCodeOf } from './published-form.ts';

/** Reads everything that may use fields of forms. */
export async function listFieldUsers(db: Db): Promise<FieldUsers> {
  const items = await db
    .selectFrom('business_items')
    .select(['name', 'form_definition_ids', 'title_fields', 'ext_fields', 'petition_fields'])
    .where('current', '=', true)
    .orderBy('sort_by')
    .execute();
  const processes = await db
    .selectFrom('process_definitions')
    .distinctOn('key')
    .select(['name', 'definition'])
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute();
  const templates = await db
    .selectFrom('document_templates')
    .select('content')
    .where('state', 'in', ['published', 'draft'])
    .orderBy('task_code')
    .orderBy('code')
    .execute();
  return {
    items: items.map((row) => ({
      name: row.name,
      formCodes: row.form_definition_ids.map(formCodeOf),
      titleFields: row.title_fields,
      extFields: row.ext_fields,
      petitionFields: row.petition_fields,
    })),
    processes,
    templates: templates.map(({ content }) => ({
      name: content.template.name,
      text: JSON.stringify(content),
    })),
  };
}
