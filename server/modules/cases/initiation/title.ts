import type { KindName } from '#domain/forms/kinds/kinds.ts';
import { isBlank } from '#domain/texts/characters.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import {
  findPublishedForm,
  getPublishedForm,
  type SubmittedForm,
} from '#server/modules/design/forms/service.ts';

/** Settings of an item for the titles of its orders. */
export interface TitleSettings {
  title_fields: string[];
  form_definition_ids: string[];
}

/**
 * Returns the title fields that no form of the item protects: a title is shown in lists, and stored
 * unencrypted.
 */
export async function unprotectedTitleFields(
  db: Db,
  item: TitleSettings,
  connection: Db = db,
): Promise<string[]> {
  const forms = await Promise.all(item.form_definition_ids.map((id) => getPublishedForm(db, id, connection)));
  const protectedFields = new Set(
    forms.flatMap(({ compiled }) =>
      compiled.fields
        .filter(({ maskRule, encrypted }) => maskRule !== undefined || encrypted)
        .map(({ id }) => id),
    ),
  );
  return item.title_fields.filter((field) => !protectedFields.has(field));
}

/**
 * Returns the first words of the content of the forms: of the first long text, else of the first line, 60
 * characters of it. Fields that a form hides from readers are left out.
 */
export async function excerptOfForms(
  db: Db,
  forms: readonly Pick<SubmittedForm, 'formId' | 'content'>[],
): Promise<string> {
  const textsByForm = await Promise.all(
    forms.map(async ({ formId, content }) => {
      const form = await findPublishedForm(db, formId);
      return (form?.compiled.fields ?? [])
        .filter(({ maskRule, encrypted }) => maskRule === undefined && !encrypted)
        .map(({ id, kindName }) => ({ kindName, text: content[id] }));
    }),
  );
  const texts = textsByForm.flat();
  const firstOf = (kindName: KindName) =>
    texts.find(
      (field) => field.kindName === kindName && typeof field.text === 'string' && !isBlank(field.text),
    );
  const field = firstOf('textarea') ?? firstOf('single-line');
  return field ? [...String(field.text).trim().replace(/\s+/g, ' ')].slice(0, 60).join('') : '';
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
