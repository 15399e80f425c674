import type { CompiledField, CompiledForm } from '../forms/compiled-form.ts';
import type { Problem } from '../refusals/refusals.ts';

/**
 * Checks whether a field can be the title of an order: it holds one text, and every reader of lists may see
 * it.
 */
export function canBeTitle({ kind, maskRule, encrypted }: CompiledField): boolean {
  const isText = typeof kind.empty === 'string' && kind.ruleText === undefined;
  return kind.holdsValue && isText && maskRule === undefined && !encrypted;
}

/** Returns every problem of using these fields as titles of the item's orders. */
export function checkTitleFields(titleFields: readonly string[], forms: readonly CompiledForm[]): Problem[] {
  const toProblem = (message: string) => ({ field: 'titleFields', message });
  if (titleFields.length === 0) return [toProblem('请选择作为办件标题的字段')];
  if (forms.length === 0) return [];
  const entries = titleFields.map((id) => ({
    id,
    field: forms.map(({ byId }) => byId.get(id)).find(Boolean),
  }));
  const missing = entries
    .filter(({ field }) => field === undefined)
    .map(({ id }) => toProblem(`办件标题所用的字段“${id}”不在所选表单中，请重新选择`));
  if (missing.length > 0 || entries.some(({ field }) => field && canBeTitle(field))) return missing;
  const titles = entries.map(({ field }) => `“${field?.title}”`).join('、');
  return [toProblem(`${titles}不能作为办件标题，请至少选择一个不加密、不脱敏的文本、单选或日期字段`)];
}
