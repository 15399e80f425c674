import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import type { Computing } from '#domain/forms/computed/computed.ts';
import { type FieldState, ownValue, readValue, rowsOf } from '#domain/forms/field-state.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import type { FormState } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { isSame } from '#domain/forms/same-value.ts';

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
 * Computed values of an open form: their evaluation, from its arrival on, and the fields of the rule `untilChanged` that
 * a person has typed over.
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
    const { fields, rows } = evaluate();
    const keep = (field: CompiledField, state: FieldState | undefined, stored: unknown, rowKey?: unknown) => {
      const value = readValue(field, stored);
      const isUnreadable = field.kind.normalise(stored ?? null) === undefined;
      const isTyped = isUnreadable || (!field.kind.isEmpty(value) && !isSame(value, state?.value));
      if (state?.isSuggested && isTyped) this.#typed.add(keyOf(field, rowKey));
    };
    for (const field of this.#form.fields) {
      keep(field, fields[field.id], ownValue(values, field.id));
      if (!field.columns.some(({ computed }) => computed)) continue;
      for (const [index, row] of rowsOf(ownValue(values, field.id) ?? null).entries())
        for (const column of field.columns)
          keep(column, rows[field.id]?.[index]?.[column.id], ownValue(row, column.id), row._uid);
    }
    this.#computing = {
      ...this.#computing,
      follows: (field, rowKey) => !this.#typed.has(keyOf(field, rowKey)),
    };
  }

  /** Marks a field or cell as typed, so that it no longer follows its sources. */
  markTyped(field: CompiledField | undefined, rowKey?: unknown): void {
    if (field?.computed) this.#typed.add(keyOf(field, rowKey));
  }

  /** Marks the cells of changed rows that have another value than before, such as pasted ones. */
  markRows(tableId: string, before: readonly TableRow[], after: readonly TableRow[]): void {
    const columns = this.#form.byId.get(tableId)?.columns.filter(({ computed }) => computed) ?? [];
    if (columns.length === 0) return;
    const earlierRows = new Map(before.map((row) => [row._uid, row]));
    for (const row of after)
      for (const column of columns) {
        const value = ownValue(row, column.id);
        const earlier = earlierRows.get(row._uid);
        if (value !== undefined && value !== (earlier && ownValue(earlier, column.id)))
          this.#typed.add(keyOf(column, row._uid));
      }
  }
}

const keyOf = ({ path }: CompiledField, rowKey: unknown) => `${path}@${rowKey ?? ''}`;

/** Returns the rows of a table with the suggested values of their cells, as they are sent. */
export function withSuggestedCells(
  { columns }: CompiledField,
  rows: readonly TableRow[],
  states: readonly Readonly<Record<string, FieldState>>[] = [],
): readonly TableRow[] {
  if (!columns.some(({ computed }) => computed?.rule === 'untilChanged')) return rows;
  return rows.map((row, index) => {
    const suggested = columns.filter(({ id }) => states[index]?.[id]?.isSuggested);
    return { ...row, ...Object.fromEntries(suggested.map(({ id }) => [id, states[index]?.[id]?.value])) };
  });
}
