/** Kind of record that a code in a filter identifies. */
export type NamedRecordKind =
  | 'areas'
  | 'items'
  | 'categories'
  | 'organisations'
  | 'halls'
  | 'windows'
  | 'staff';

/** The text of a list filter in the last line of its export. */
export interface FilterLabel {
  /** Name of the query parameter. */
  name: string;
  label: string;
  /** Labels of its values, if they are codes. */
  valueLabels?: Readonly<Record<string, string>>;
  /** Kind of record in which its value is looked up. */
  recordKind?: NamedRecordKind;
  /** The parameter with the end of the span that this one begins. */
  endParameter?: string;
}

/**
 * Returns the filters as text, `关键词：电梯；发起日期：2026-01-01 至 2026-03-31`, in the order of the list; filters
 * without a value are left out.
 */
export function filterText(
  filters: readonly FilterLabel[],
  query: Readonly<Record<string, unknown>>,
  nameOf: (recordKind: NamedRecordKind, value: string) => string | undefined,
): string {
  const parts = filters.flatMap(({ name, label, valueLabels: texts, recordKind, endParameter }) => {
    const from = textOf(query[name]);
    const to = endParameter === undefined ? '' : textOf(query[endParameter]);
    if (from === '' && to === '') return [];
    if (endParameter !== undefined) return [`${label}：${from || '不限'} 至 ${to || '今'}`];
    return [`${label}：${texts?.[from] ?? (recordKind && nameOf(recordKind, from)) ?? from}`];
  });
  return parts.join('；');
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
