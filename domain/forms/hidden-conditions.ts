import { type AuthorityByField, applyAuthority, FieldAccess } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { CompiledCondition } from './condition.ts';
import { comparedValue, type HiddenConditions, ownValue, readValue } from './linkage.ts';
import type { FormValues } from './model.ts';
import { PatternCost, PatternCostExceededError } from './pattern-cost.ts';

/**
 * Returns the results of the conditions that decide over a shown field and read a field of authority 0, so that the
 * browser can draw the form as the server checks it, without any value. A combined condition yields one result if it
 * reads nothing else; the results of its parts are left out then.
 */
export function hiddenConditions(
  form: CompiledForm,
  values: FormValues,
  authority: AuthorityByField,
): HiddenConditions {
  const access = applyAuthority(form, authority);
  const isHidden = (id: string) => access[id] === FieldAccess.hidden;
  const results: Record<string, boolean> = {};
  const finished = new Set<string>();
  const work = new PatternCost();
  const read = (id: string) => {
    const field = form.byId.get(id);
    return field && comparedValue(field, readValue(field, ownValue(values, id)));
  };
  const addResult = (condition: CompiledCondition): void => {
    try {
      if (!work.isSpent) results[condition.key] = condition.holds(read, work);
    } catch (error) {
      if (!(error instanceof PatternCostExceededError)) throw error;
    }
  };
  // A computed value may change with every input, too.
  const mayChange = (field: CompiledField | undefined): boolean =>
    field === undefined ||
    field.computed !== undefined ||
    field.linkage.length > 0 ||
    mayBeSectionHidden(field);
  const mayBeSectionHidden = ({ sectionId = '' }: CompiledField) =>
    (form.byId.get(sectionId)?.linkage.length ?? 0) > 0;
  const visit = (condition: CompiledCondition, columnIds: ReadonlySet<string>): void => {
    const { reads, parts } = condition;
    const areHidden = reads.length > 0 && reads.every((id) => isHidden(id) && !columnIds.has(id));
    // If linkage may hide one of the fields, the result may change with every input, and only the parts are constant.
    const areConstant = reads.every((id) => !mayChange(form.byId.get(id)));
    if (areHidden && (areConstant || parts.length === 0)) addResult(condition);
    else for (const part of parts) visit(part, columnIds);
  };
  const visitField = (field: CompiledField, columnIds: ReadonlySet<string> = new Set()): void => {
    if (field.sectionId !== undefined) visitSource(field.sectionId);
    for (const { when } of field.linkage) {
      visit(when, columnIds);
      for (const id of when.reads) visitSource(id);
    }
  };
  /** Visits a field or heading of authority 0, which linkage may hide, too. */
  const visitSource = (id: string): void => {
    const source = form.byId.get(id);
    if (source === undefined || finished.has(id) || !isHidden(id)) return;
    finished.add(id);
    visitField(source);
  };
  if (!form.fields.some(({ id }) => isHidden(id))) return results;
  for (const field of form.fields.filter(({ id }) => !isHidden(id))) {
    visitField(field);
    const columnIds = new Set(field.columns.map(({ id }) => id));
    for (const column of field.columns) visitField(column, columnIds);
  }
  return results;
}
