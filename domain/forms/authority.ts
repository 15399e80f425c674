import type { CompiledForm } from './compiled-form.ts';

/** 0 hides, 1 shows read-only, 2 edits (S1 §6); a field that is not named is read-only. */
export type FieldAuthority = 0 | 1 | 2;

/**
 * Authority that a node gives, by field id, by the id of a section's heading, or `*` for the rest; a field without
 * an entry is read-only.
 */
export type AuthorityByField = Readonly<Record<string, FieldAuthority>>;

export const FieldAccess = { hidden: 0, readOnly: 1, editable: 2 } as const satisfies Record<
  string,
  FieldAuthority
>;

/** Authority of every field of the form, settled. */
export type FormAccess = Readonly<Record<string, FieldAuthority>>;

/**
 * Returns the authority that the node gives for each field: the field's own entry wins over its section's, that over
 * `*` (S1 §6).
 */
export function settleAuthority(form: CompiledForm, authority: AuthorityByField): FormAccess {
  const named = (id: string | undefined) =>
    id !== undefined && Object.hasOwn(authority, id) ? authority[id] : undefined;
  const access: Record<string, FieldAuthority> = {};
  for (const { id, sectionId } of form.fields) {
    access[id] = named(id) ?? named(sectionId) ?? named('*') ?? FieldAccess.readOnly;
  }
  return access;
}

/**
 * Returns the access to each field: 0 hidden, 1 read, 2 edited (S1 §6). A read-only field in `allowEdit` becomes
 * editable, which the screen offers by a link (docs/decisions/0059); a hidden field stays hidden.
 */
export function applyAuthority(form: CompiledForm, authority: AuthorityByField): FormAccess {
  const given = settleAuthority(form, authority);
  if (form.allowEdit.size === 0) return given;
  return Object.fromEntries(
    Object.entries(given).map(([id, access]) => [
      id,
      access === FieldAccess.readOnly && form.allowEdit.has(id) ? FieldAccess.editable : access,
    ]),
  );
}

/** Every field editable: initiation of a form whose start names nothing. */
export const fullAuthority: AuthorityByField = { '*': FieldAccess.editable };
