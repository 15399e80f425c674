import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import { isAlike } from '#domain/forms/concurrent-edits.ts';
import { type ContentChange, lastChanges } from '#domain/forms/content-changes.ts';
import { ownValue, rowsOf } from '#domain/forms/field-state.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import type { HiddenConditions } from '#domain/forms/linkage-inside.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { isEntry, mapEntries, mapValues } from '#domain/forms/nested-values.ts';
import { nextRowKey, withRowKeys } from './table-rows.ts';

/** The order's content of a form, as in a server answer. */
export interface OrderFormContent {
  /** Values in the order; fields missing here are always sent. */
  initContent: FormValues;
  contentVersion: number;
  changes: readonly ContentChange[];
  /** Values typed here before another action changed the field. */
  typedBefore: FormValues;
  /** Results of linkage conditions that read hidden fields. */
  hiddenConditions?: HiddenConditions | undefined;
}

/** A value shown next to the field's value, which the user may use instead. */
export interface AlternativeValue {
  /**
   * `changed`: another person changed the field meanwhile; `typedBefore`: typed at this node before such a
   * change.
   */
  kind: 'changed' | 'typedBefore';
  value: unknown;
  by: string;
  at: string;
}

/**
 * Values with which a form on the screen was opened, field by field, and the changes of other persons since
 * then. The typed values are compared with them, so that no change is overwritten unnoticed
 * (docs/decisions/0201).
 */
export class FieldBasis {
  readonly #form: CompiledForm;
  #content: OrderFormContent;
  #init: FormValues;
  /** Values shown next to the fields' own. */
  readonly #alternatives = new Map<string, AlternativeValue>();

  constructor(form: CompiledForm, content: OrderFormContent) {
    this.#form = form;
    this.#content = content;
    this.#init = withRowKeys(form, content.initContent);
    const last = lastChanges(content.changes);
    for (const [id, value] of Object.entries(content.typedBefore)) {
      const { by = '', at = '' } = last.get(id) ?? {};
      this.#alternatives.set(id, { kind: 'typedBefore', value, by, at });
    }
  }

  get contentVersion(): number {
    return this.#content.contentVersion;
  }

  alternativeOf(fieldId: string): AlternativeValue | null {
    return this.#alternatives.get(fieldId) ?? null;
  }

  removeAlternative(fieldId: string): void {
    this.#alternatives.delete(fieldId);
  }

  /**
   * Returns the fields, in the form's order, that were changed both here and by another person and are not
   * decided yet.
   */
  conflicts(): string[] {
    return this.#form.fields.flatMap(({ id }) => (this.alternativeOf(id)?.kind === 'changed' ? [id] : []));
  }

  /** Returns the value that the field was opened with. */
  init(fieldId: string): unknown {
    return ownValue(this.#init, fieldId);
  }

  /** Checks whether the field has another value than the order. */
  differs(field: CompiledField, value: unknown): boolean {
    if (!Object.hasOwn(this.#init, field.id)) return true;
    return !isAlike(field, value, this.init(field.id));
  }

  /**
   * Updates the values of the order; returns the fields whose value must be replaced, because they were not
   * edited. If a field was edited, the other value is shown next to it.
   */
  rebase(content: OrderFormContent, typedAt: (fieldId: string) => unknown): Record<string, unknown> {
    const newest = withRowKeys(this.#form, content.initContent);
    const replacements: Record<string, unknown> = {};
    const last = lastChanges(content.changes);
    for (const field of this.#form.fields) {
      const { id, kind } = field;
      if (!kind.holdsValue || !Object.hasOwn(newest, id) || !this.differs(field, ownValue(newest, id)))
        continue;
      const typedValue = typedAt(id);
      if (isAlike(field, typedValue, ownValue(newest, id)) || !this.differs(field, typedValue)) {
        replacements[id] = ownValue(newest, id);
        if (this.alternativeOf(id)?.kind === 'changed') this.#alternatives.delete(id);
        continue;
      }
      const { by = '', at = '' } = last.get(id) ?? {};
      this.#alternatives.set(id, { kind: 'changed', value: ownValue(newest, id), by, at });
    }
    this.#content = content;
    this.#init = newest;
    return replacements;
  }
}

/**
 * Returns a value that was edited on another version of the field: a row whose source still exists keeps its
 * place, the others are new, so that no row takes masked values from an unrelated one.
 */
export function matchRowKeys(
  field: CompiledField,
  edited: unknown,
  opened: unknown,
  newest: unknown,
): unknown {
  if (field.kind.nests === 'group') {
    const [openedGroup, newestGroup] = [opened, newest].map((group) => (isEntry(group) ? group : {}));
    return mapEntries(edited, field.id, (group) =>
      mapValues(field.columns, group, (column, value) =>
        matchRowKeys(column, value, openedGroup?.[column.id], newestGroup?.[column.id]),
      ),
    );
  }
  if (field.kind.nests === undefined) return edited;
  const rows = rowsOf(edited ?? null);
  const openedRows = rowsOf(opened ?? null);
  const newestRows = rowsOf(newest ?? null);
  const result: TableRow[] = [];
  for (const row of rows) {
    const origin = openedRows.find(({ _uid }) => _uid === row._uid);
    const same = origin && newestRows.find((candidate) => isAlike(field, [candidate], [origin]));
    const isFree = same && !result.some(({ _uid }) => _uid === same._uid);
    result.push({ ...row, _uid: isFree ? same._uid : nextRowKey([...newestRows, ...rows, ...result]) });
  }
  return result;
}
