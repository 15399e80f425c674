import { isBlank } from '#domain/texts/characters.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { getPublishedForm } from '#server/modules/design/forms/service.ts';

/** Settings of an item for the titles of its orders. */
export interface TitledItem {
  title_fields: string[];
  form_definition_ids: string[];
}

/**
 * Returns the title fields that no form of the item protects: a title is shown in lists, and stored
 * unencrypted.
 */
export async function openTitleFields(db: Db, item: TitledItem, via: Db = db): Promise<string[]> {
  const forms = await Promise.all(item.form_definition_ids.map((id) => getPublishedForm(db, id, via)));
  const kept = new Set(
    forms.flatMap(({ compiled }) =>
      compiled.fields
        .filter(({ secret, encrypted }) => secret !== undefined || encrypted)
        .map(({ id }) => id),
    ),
  );
  return item.title_fields.filter((field) => !kept.has(field));
}

/** Returns the first 200 characters of the first title field with visible content; undefined without one. */
export function titleIn(
  fields: readonly string[],
  contents: readonly Readonly<Record<string, unknown>>[],
): string | undefined {
  const values = contents.flatMap((content) => fields.map((field) => content[field]));
  const title = values.find((value) => typeof value === 'string' && !isBlank(value));
  return typeof title === 'string' ? [...title.trim()].slice(0, 200).join('') : undefined;
}
