import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import type { Computing } from '#domain/forms/computed/computed.ts';
import { ownValue, readValue } from '#domain/forms/field-state.ts';
import type { FormState } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { flatFields, mapEntries, visitValues } from '#domain/forms/nested-values.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { rootOf, rowKeysAt, stateIn } from './field-path.ts';

/** The day and the working days of the office, as the server sends them with a form that computes values. */
export interface ComputingFacts {
  today: string;
  /** Days that are no ordinary working days or no ordinary weekends: true for a working day. */
  workingDays?: Readonly<Record<string, boolean>> | undefined;
}

/** The evaluation of expressions, which is loaded with the first form that needs it. */
export interface Computation extends Pick<Computing, 'compute'> {
  /** Returns the expression of a field in words. */
  text(field: CompiledField): string;
}

/**
 * Computed values of an open form: their evaluation, from its arrival on, and the fields of the rule `untilChanged`
 * that a person has typed over.
 */
export class ComputedValues {
  readonly #form: CompiledForm;
  readonly #typed = new Set<string>();
  #computing: Computing | undefined;

  constructor(form: CompiledForm) {
    this.#form = form;
  }

  get computing(): Computing | undefined {
    return this.#computing;
  }

  /**
   * Begins to compute. A value that the form was opened with, and that differs from the computed one, was typed
   * earlier; an empty one is computed.
   */
  start(computation: Computation, values: FormValues, evaluate: () => FormState): void {
    this.#computing = { ...computation, lacksHidden: true, follows: () => true };
    const state = evaluate();
    visitValues(this.#form.fields, values, (field, stored, path) => {
      if (!field.computed) return;
      const { isSuggested, value: computed } = stateIn(state, path) ?? {};
      const value = readValue(field, stored);
      const isUnreadable = field.kind.normalise(stored ?? null) === undefined;
      const isTyped = isUnreadable || (!field.kind.isEmpty(value) && !isSame(value, computed));
      if (isSuggested && isTyped) this.#typed.add(keyOf(field, rowKeysAt(values, path)));
    });
    this.#computing = {
      ...this.#computing,
      follows: (field, rowKeys) => !this.#typed.has(keyOf(field, rowKeys)),
    };
  }

  /** Takes what was typed in another form with this definition. */
  takeTyped(other: ComputedValues): void {
    for (const key of other.#typed) this.#typed.add(key);
  }

  /**
   * Marks the field at a path as typed, so that it no longer follows its sources; of a field with others inside those
   * that have another value than before, such as pasted ones.
   */
  markTyped(field: CompiledField | undefined, path: string, before: FormValues, after: FormValues): void {
    if (field?.computed) this.#typed.add(keyOf(field, rowKeysAt(after, path)));
    const roots =
      field && isSuggestedInside(field) ? this.#form.fields.filter(({ id }) => id === rootOf(path)) : [];
    if (roots.length === 0) return;
    const earlier = new Map<string, unknown>();
    visitValues(roots, before, (inner, value, place) => {
      if (inner.computed) earlier.set(keyOf(inner, rowKeysAt(before, place)), value);
    });
    visitValues(roots, after, (inner, value, place) => {
      if (!inner.computed) return;
      const key = keyOf(inner, rowKeysAt(after, place));
      if (!isSame(value, earlier.get(key))) this.#typed.add(key);
    });
  }
}

const keyOf = ({ path }: CompiledField, rowKeys: readonly string[]) => `${path}@${rowKeys.join('/')}`;

/** Checks whether a field inside a field is computed until a person types a value. */
function isSuggestedInside({ columns }: CompiledField): boolean {
  return flatFields(columns).some(({ computed }) => computed?.rule === 'untilChanged');
}

/** Returns the value at a path with the suggested values inside it, as it is sent. */
export function withSuggestedValues(
  field: CompiledField,
  path: string,
  value: unknown,
  state: FormState,
): unknown {
  if (!isSuggestedInside(field)) return value;
  return mapEntries(value, path, (entry, prefix) => {
    const inner = field.columns.flatMap((column) => {
      const { isSuggested, value: computed, editable } = stateIn(state, prefix + column.id) ?? {};
      if (isSuggested) return [[column.id, computed] as const];
      const sent = ownValue(entry, column.id) ?? (editable ? column.kind.empty : undefined);
      return column.columns.length === 0 || sent === undefined
        ? []
        : [[column.id, withSuggestedValues(column, prefix + column.id, sent, state)] as const];
    });
    return { ...entry, ...Object.fromEntries(inner) };
  });
}
