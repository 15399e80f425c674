import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { flatFields } from './nested-values.ts';

/**
 * 0 hides a field, 1 shows it read-only, 2 makes it editable (S1 §6); a field without an entry is read-only.
 */
export type FieldAuthority = 0 | 1 | 2;

/**
 * Authority that a node gives, by field id, by the id of a section's heading, or `*` for all others; a field
 * without an entry is read-only. A field inside another is named by its path without places (`involved[].name`,
 * `address.street`), and has the authority of the field around it otherwise, never more.
 */
export type AuthorityByField = Readonly<Record<string, FieldAuthority>>;

export const FieldAccess = { hidden: 0, readOnly: 1, editable: 2 } as const satisfies Record<
  string,
  FieldAuthority
>;

/** Resolved authority of every field of the form, and of the fields inside them that the node names. */
export type FormAccess = Readonly<Record<string, FieldAuthority>>;

/**
 * Returns the authority that the node gives each field: the field's own entry overrides its section's, which
 * overrides `*` (S1 §6).
 */
export function resolveAuthority(form: CompiledForm, authority: AuthorityByField): FormAccess {
  const last = lastResolved.get(form);
  if (last?.authority === authority) return last.access;
  const access = resolve(form, authority);
  lastResolved.set(form, { authority, access });
  return access;
}

/** The last authority of each form and what follows from it: each keystroke that linkage reads needs it again. */
const lastResolved = new WeakMap<CompiledForm, { authority: AuthorityByField; access: FormAccess }>();

function resolve(form: CompiledForm, authority: AuthorityByField): FormAccess {
  const entryOf = (id: string | undefined) =>
    id !== undefined && Object.hasOwn(authority, id) ? authority[id] : undefined;
  const access: Record<string, FieldAuthority> = {};
  for (const { id, sectionId } of form.fields) {
    access[id] = entryOf(id) ?? entryOf(sectionId) ?? entryOf('*') ?? FieldAccess.readOnly;
  }
  for (const { path } of flatFields(form.fields)) {
    const entry = path in access ? undefined : entryOf(path);
    if (entry !== undefined) access[path] = entry;
  }
  return access;
}

/** Returns the access to a field inside another one, to which the person has the access `around`. */
export function innerAccess(
  access: FormAccess,
  { path }: Pick<CompiledField, 'path'>,
  around: FieldAuthority,
): FieldAuthority {
  const own = Object.hasOwn(access, path) ? access[path] : undefined;
  return own === undefined || own > around ? around : own;
}

/**
 * Returns the access to each field: 0 hidden, 1 read-only, 2 editable (S1 §6). A read-only field in
 * `allowEdit` becomes editable, which the screen offers by a link (docs/decisions/0059); a hidden field stays
 * hidden.
 */
export function applyAuthority(form: CompiledForm, authority: AuthorityByField): FormAccess {
  const resolved = resolveAuthority(form, authority);
  if (form.allowEdit.size === 0) return resolved;
  return Object.fromEntries(
    Object.entries(resolved).map(([id, access]) => [
      id,
      access === FieldAccess.readOnly && form.allowEdit.has(id) ? FieldAccess.editable : access,
    ]),
  );
}

/** Every field editable: for the initiation form if its start node has no entries. */
export const fullAuthority: AuthorityByField = { '*': FieldAccess.editable };
