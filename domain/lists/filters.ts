import type { Problem } from '../refusals/refusals.ts';
import { inputText } from '../texts/input-texts.ts';

/** Value of a filter; ranges and pickers have objects or lists as values. */
export type FilterValue = unknown;
export type FilterValues = Readonly<Record<string, FilterValue>>;

export interface FilterRule {
  key: string;
  label: string;
  required?: boolean;
}

export const listDialog = {
  searchFailed: '查询失败',
  exportFailed: '导出失败',
  completeFirst: inputText.completeFirst,
} as const;

/**
 * Checks whether a filter is empty: no value, blank text, or a list or object with only empty values; 0 and
 * false are values (S0 §5).
 */
export function isEmptyFilter(value: FilterValue): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'number') return Number.isNaN(value);
  if (value instanceof Date) return Number.isNaN(value.getTime());
  if (Array.isArray(value)) return value.every(isEmptyFilter);
  if (typeof value === 'object') return Object.values(value).every(isEmptyFilter);
  return false;
}

/** Returns the filters that a query sends: empty ones are removed, texts are trimmed (S0 §5). */
export function removeEmptyFilters(filters: FilterValues): Record<string, FilterValue> {
  return Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => !isEmptyFilter(value))
      .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  );
}

/**
 * Returns one problem for each required filter that is empty, `{label}不能为空`, in the order of the rules
 * (S0 §5).
 */
export function checkRequiredFilters(rules: readonly FilterRule[], filters: FilterValues): Problem[] {
  return rules
    .filter(({ key, required }) => required === true && isEmptyFilter(filters[key]))
    .map(({ key, label }) => ({ field: key, message: `${label}不能为空` }));
}

/** A filter whose choices depend on other filters: the halls of a region, the windows of a hall. */
export interface DependentFilter {
  name: string;
  dependsOn?: readonly string[] | undefined;
}

/**
 * Returns the values after a choice in one filter, without those that depended on the old choice: a new
 * region clears hall and window, a new hall clears its window (S0 §4). Making the same choice again clears
 * nothing.
 */
export function withChoice<Values extends FilterValues>(
  values: Values,
  name: string,
  value: FilterValue,
  filters: readonly DependentFilter[],
): Values {
  if (values[name] === value) return values;
  const cleared: Record<string, FilterValue> = {};
  const clearDependents = (changed: string) => {
    for (const { name: follower, dependsOn } of filters) {
      if (!dependsOn?.includes(changed) || follower in cleared || follower === name) continue;
      cleared[follower] = undefined;
      clearDependents(follower);
    }
  };
  clearDependents(name);
  return { ...values, ...cleared, [name]: value };
}
