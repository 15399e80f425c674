import type { FieldAuthority } from '../workflow/model.ts';
import type { CompiledForm } from './compiled-form.ts';

/** What a node allows, by field id, by the id of a section's heading, or `*` for the rest; what is not named is read-only. */
export type AuthorityByField = Readonly<Record<string, FieldAuthority>>;

export const FieldAccess = { hidden: 0, readOnly: 1, editable: 2 } as const satisfies Record<
  string,
  FieldAuthority
>;

/** Authority of every field of the form, settled. */
export type FormAccess = Readonly<Record<string, FieldAuthority>>;

/**
 * Settles the authority of each field: 0 hides, 1 shows read-only, 2 edits (S1 §6). The field's own entry wins over its
 * section's, that over `*`. A field in `allowEdit` is edited where it would only be read; nothing that is hidden comes out by it.
 */
export function applyAuthority(form: CompiledForm, authority: AuthorityByField): FormAccess {
  const named = (id: string | undefined) =>
    id !== undefined && Object.hasOwn(authority, id) ? authority[id] : undefined;
  const access: Record<string, FieldAuthority> = {};
  for (const field of form.fields) {
    const given = named(field.id) ?? named(field.sectionId) ?? named('*') ?? FieldAccess.readOnly;
    access[field.id] =
      given === FieldAccess.readOnly && form.allowEdit.has(field.id) ? FieldAccess.editable : given;
  }
  return access;
}

/** Every field editable: initiation of a form whose start names nothing. */
export const fullAuthority: AuthorityByField = { '*': FieldAccess.editable };
