import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { type FieldState, ownValue } from '#domain/forms/field-state.ts';
import type { Evaluated } from './cleared-choices.ts';
import { rootOf } from './field-path.ts';
import { hasSameParts } from './same-parts.ts';

/**
 * Returns the ids of the fields of the form that an edit may have changed. A field with others inside is always among
 * them, because its state does not show whether theirs have changed.
 */
export function changedFields({ fields }: CompiledForm, now: Evaluated, before: Evaluated): Set<string> {
  const changed = fields.filter(
    ({ id, columns }) =>
      columns.length > 0 ||
      ownValue(now.values, id) !== ownValue(before.values, id) ||
      !isSameState(now.state.fields[id], before.state.fields[id]),
  );
  return new Set(changed.map(({ id }) => id));
}

/** Returns these fields of the form with those of the drawn paths that are inside them. */
export function withPathsInside(
  form: CompiledForm,
  ids: ReadonlySet<string>,
  drawn: Iterable<string>,
): readonly string[] {
  if (!form.fields.some(({ columns }) => columns.length > 0)) return [...ids];
  return [...ids, ...[...drawn].filter((path) => ids.has(rootOf(path)))];
}

function isSameState(now: FieldState | undefined, before: FieldState | undefined): boolean {
  return now && before ? hasSameParts(now, before) : now === before;
}
