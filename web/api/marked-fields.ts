import type { MarkedField } from '#domain/forms/wrapped-values.ts';

/** Marked fields (`x-encryption`) of the forms that this page has opened, by the id of the form. */
const markedForms = new Map<string, readonly MarkedField[]>();

const hasMark = ({ encrypted, columns }: MarkedField): boolean => encrypted || columns.some(hasMark);

/** Records the fields of an open form; returns whether one of them is marked. */
export function recordMarkedFields(formId: string, fields: readonly MarkedField[]): boolean {
  const isMarked = fields.some(hasMark);
  if (isMarked) markedForms.set(formId, fields);
  return isMarked;
}

/** A form of a submission; task drafts name its id `id`. */
interface SentForm {
  formId?: unknown;
  id?: unknown;
  content?: unknown;
  initContent?: unknown;
}

export interface SentMarkedForm {
  form: SentForm;
  fields: readonly MarkedField[];
}

/** Returns the forms of a submission that have marked fields. */
export function markedFormsIn(body: unknown): SentMarkedForm[] {
  if (markedForms.size === 0 || typeof body !== 'object' || body === null) return [];
  const { workorderForms } = body as { workorderForms?: unknown };
  if (!Array.isArray(workorderForms)) return [];
  return (workorderForms as SentForm[]).flatMap((form) => {
    const fields = markedForms.get(String(form.formId ?? form.id));
    return fields === undefined ? [] : [{ form, fields }];
  });
}
