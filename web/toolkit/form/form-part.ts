import { useCallback, useSyncExternalStore } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import type { FieldView } from './field-view.ts';
import type { FormStore } from './form-store.ts';

/**
 * Part of a form on the screen: the fields that this person has to fill in, or the read-only fields, in
 * compact rows without empty values. A field that linkage enables or disables moves from one part to the
 * other.
 */
export type FormPart = 'fill' | 'read';

/** Checks whether the person has to fill in the field, even if a rule has disabled it for now. */
export function isRequested({
  editable,
  disabled,
  editLinkState,
}: Pick<FieldView, 'editable' | 'disabled' | 'editLinkState'>) {
  // A field that is editable by its link is read-only at first, and stays in its place when it is opened.
  return editLinkState === null && (editable || disabled);
}

/** Checks whether the field belongs to this part; without a part, every visible field does. */
export function isInPart(part: FormPart | undefined, field: CompiledField, view: FieldView): boolean {
  if (!view.visible) return false;
  if (part === undefined) return true;
  if (isRequested(view)) return part === 'fill';
  return part === 'read' && (view.editLinkState !== null || view.required || !isEmptyField(field, view));
}

/** Checks whether any field of the form is in this part now. */
export function hasPart(store: FormStore, part: FormPart): boolean {
  return store.form.fields.some(
    (field) => field.kind.holdsValue && isInPart(part, field, store.view(field.id)),
  );
}

/** Checks for a value too long for one column of the compact rows, or of a kind for whole sentences. */
export function needsWholeRow(field: CompiledField, { value, options }: FieldView): boolean {
  if (
    field.kind.holdsFiles ||
    field.kind.nests !== undefined ||
    ['textarea', 'rich-text'].includes(field.kindName)
  )
    return true;
  return (
    field.kind.text(valueIn(field, value), { props: field.props, options }).length > maxCharactersInColumn
  );
}

const maxCharactersInColumn = 14;

export interface FillProgress {
  /** Number of fields that the person can edit. */
  editableCount: number;
  /** Number of required ones among them, and how many are filled in. */
  required: number;
  filled: number;
}

const noProgress: FillProgress = { editableCount: 0, required: 0, filled: 0 };

/** Returns the progress of filling in several forms; updates with the input. */
export function useFillProgress(stores: readonly FormStore[]): FillProgress {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribers = stores.map((store) => store.onEdit(listener));
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
    [stores],
  );
  // Compared as text, so that it only changes with a number.
  const counts = useSyncExternalStore(subscribe, () => JSON.stringify(stores.reduce(addForm, noProgress)));
  return JSON.parse(counts) as FillProgress;
}

function addForm(before: FillProgress, store: FormStore): FillProgress {
  return store.form.fields.reduce((sum, field) => {
    if (!field.kind.holdsValue) return sum;
    const view = store.view(field.id);
    if (!view.visible || !isRequested(view)) return sum;
    const filled = view.required && !isEmptyField(field, view) ? 1 : 0;
    return {
      editableCount: sum.editableCount + 1,
      required: sum.required + (view.required ? 1 : 0),
      filled: sum.filled + filled,
    };
  }, before);
}

function isEmptyField(field: CompiledField, { value }: FieldView): boolean {
  // The value of a table in a view is the list of its row keys.
  if (Array.isArray(value) && field.kind.nests === 'rows') return value.length === 0;
  return field.kind.isEmpty(valueIn(field, value));
}

function valueIn(field: CompiledField, value: unknown): unknown {
  return field.kind.normalise(value ?? null) ?? field.kind.empty;
}

/** Checks whether another field may be filled in instead of this one. */
export function isReplaceable({ settings }: FormStore, path: string): boolean {
  return settings.replaceable?.includes(path) === true;
}
