import {
  type AuthorityByField,
  applyAuthority,
  FieldAccess,
  type FieldAuthority,
  innerAccess,
} from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { CompiledCondition } from './condition.ts';
import { comparedValue, ownValue, readValue, rowsOf } from './field-state.ts';
import { type HiddenConditions, hiddenConditionKey } from './linkage-inside.ts';
import { shownRowKey } from './mask.ts';
import type { FormValues } from './model.ts';
import { flatFields, isEntry } from './nested-values.ts';
import { PatternCost, PatternCostExceededError } from './pattern-cost.ts';

/** A field as conditions at one place of the form read it. */
interface ReadField {
  field: CompiledField;
  path: string;
  /** True if the node hides the field, so that only the server has its value. */
  isHidden: boolean;
  value: unknown;
  /** The fields that its own conditions read, which may have other fields with the same ids than the reader's place. */
  scope: ReadScope;
}

/** The fields that conditions at one place of the form can read. */
interface ReadScope {
  find(id: string): ReadField | undefined;
  /** The keys of the rows around. */
  rowKeys: readonly string[];
}

/**
 * Returns the results of the conditions that decide over a shown field and read a field of authority 0, so that the
 * browser can draw the form as the server checks it, without any value. A combined condition yields one result if it
 * reads nothing else; the results of its parts are left out then. Conditions inside rows that read a hidden field of
 * their row have a result for each row, by its key; `pending` are the values whose rows are sent under keys of
 * their own.
 */
export function hiddenConditions(
  form: CompiledForm,
  values: FormValues,
  authority: AuthorityByField,
  pending: FormValues = {},
): HiddenConditions {
  const access = applyAuthority(form, authority);
  const results: Record<string, boolean> = {};
  const hasHidden = flatFields(form.fields).some(({ path }) => access[path] === FieldAccess.hidden);
  if (!hasHidden) return results;
  const finished = new Set<string>();
  const work = new PatternCost();
  // A computed value may change with every input, too.
  const mayChange = ({ linkage, computed, sectionId = '' }: CompiledField): boolean =>
    computed !== undefined || linkage.length > 0 || (form.byId.get(sectionId)?.linkage.length ?? 0) > 0;

  const addResult = (condition: CompiledCondition, { find }: ReadScope): void => {
    // The innermost row of the fields that are read: the result is the same in all rows inside it.
    const rowKeys = condition.reads
      .map((id) => find(id)?.scope.rowKeys ?? [])
      .reduce((longest, keys) => (keys.length > longest.length ? keys : longest), []);
    try {
      if (work.isSpent) return;
      results[hiddenConditionKey(condition.key, rowKeys)] = condition.holds((id) => find(id)?.value, work);
    } catch (error) {
      if (!(error instanceof PatternCostExceededError)) throw error;
    }
  };
  const visit = (condition: CompiledCondition, scope: ReadScope): void => {
    const { reads, parts } = condition;
    const read = reads.map((id) => scope.find(id));
    const areHidden = read.length > 0 && read.every((each) => each?.isHidden);
    // If linkage may hide one of the fields, the result may change with every input, and only the parts are constant.
    const areConstant = read.every((each) => each !== undefined && !mayChange(each.field));
    if (areHidden && (areConstant || parts.length === 0)) addResult(condition, scope);
    else for (const part of parts) visit(part, scope);
  };
  const visitField = (field: CompiledField, scope: ReadScope): void => {
    if (field.sectionId !== undefined) visitSource(field.sectionId, scope);
    for (const { when } of field.linkage) {
      visit(when, scope);
      for (const id of when.reads) visitSource(id, scope);
    }
  };
  /** Visits a field or heading of authority 0, which linkage may hide, too. */
  const visitSource = (id: string, scope: ReadScope): void => {
    const source = scope.find(id);
    if (!source?.isHidden || finished.has(source.path)) return;
    finished.add(source.path);
    visitField(source.field, source.scope);
  };
  /** Visits the fields inside a shown field: once for rows to come, and for each entry that is there. */
  const visitInside = (
    field: CompiledField,
    place: { path: string; value: unknown; typed: unknown; access: FieldAuthority },
    around: ReadScope,
  ): void => {
    const accessOf = (column: CompiledField) => innerAccess(access, column, place.access);
    const shown = field.columns.filter((column) => accessOf(column) !== FieldAccess.hidden);
    const visitEntry = (entry: FormValues, typed: unknown, prefix: string, rowKeys: readonly string[]) => {
      const scope = scopeInside(field, around, rowKeys, (column) => ({
        path: prefix + column.id,
        isHidden: accessOf(column) === FieldAccess.hidden,
        value: comparedValue(column, readValue(column, ownValue(entry, column.id))),
      }));
      for (const column of shown) {
        visitField(column, scope);
        const value = ownValue(entry, column.id);
        const typedValue = isEntry(typed) ? ownValue(typed, column.id) : undefined;
        const inner = { path: prefix + column.id, value, typed: typedValue, access: accessOf(column) };
        if (column.columns.length > 0) visitInside(column, inner, scope);
      }
    };
    if (field.kind.nests === 'group') {
      visitEntry(isEntry(place.value) ? place.value : {}, place.typed, `${place.path}.`, around.rowKeys);
      return;
    }
    visitNewRow(field, place.access, around);
    if (
      shown.length === field.columns.length &&
      flatFields(shown).every(({ path }) => !Object.hasOwn(access, path))
    )
      return;
    const typedRows = rowsOf(place.typed);
    for (const [index, row] of rowsOf(place.value).entries())
      visitEntry(row, typedRows[index], `${place.path}[${index}].`, [
        ...around.rowKeys,
        String(shownRowKey(typedRows, index)),
      ]);
  };

  /** Visits the fields of a row to come, whose hidden fields are empty in browser and server. */
  const visitNewRow = (field: CompiledField, accessAround: FieldAuthority, around: ReadScope): void => {
    const row = scopeInside(field, around, around.rowKeys, ({ path }) => ({
      path,
      isHidden: false,
      value: undefined,
    }));
    for (const column of field.columns) {
      const accessToColumn = innerAccess(access, column, accessAround);
      if (accessToColumn === FieldAccess.hidden) continue;
      visitField(column, row);
      visitNewRow(column, accessToColumn, row);
    }
  };

  const formScope: ReadScope = {
    rowKeys: [],
    find: (id) => {
      const field = form.byId.get(id);
      if (!field) return undefined;
      const value = comparedValue(field, readValue(field, ownValue(values, id)));
      return { field, path: id, isHidden: access[id] === FieldAccess.hidden, value, scope: formScope };
    },
  };
  for (const field of form.fields) {
    const accessToField = access[field.id] ?? FieldAccess.readOnly;
    if (accessToField === FieldAccess.hidden) continue;
    visitField(field, formScope);
    const place = {
      path: field.id,
      value: ownValue(values, field.id),
      typed: ownValue(pending, field.id),
      access: accessToField,
    };
    if (field.columns.length > 0) visitInside(field, place, formScope);
  }
  return results;
}

/** Returns the scope inside an entry of a field: its own fields first, then those around it. */
function scopeInside(
  { columns }: CompiledField,
  around: ReadScope,
  rowKeys: readonly string[],
  read: (column: CompiledField) => Pick<ReadField, 'path' | 'isHidden' | 'value'>,
): ReadScope {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const scope: ReadScope = {
    rowKeys,
    find: (id) => {
      const field = byId.get(id);
      return field ? { field, scope, ...read(field) } : around.find(id);
    },
  };
  return scope;
}
