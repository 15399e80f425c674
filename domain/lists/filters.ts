import { type Problem, refusalRow } from '../refusals/refusals.ts';

/** What a filter holds; ranges and pickers hold objects or lists. */
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
  completeFirst: refusalRow.badInput.text,
} as const;

/**
 * Whether a filter holds nothing: no value, blank text, or a list or object of nothing but such; 0 and false are
 * values (S0 §5).
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

/** The filters that a query sends: empty ones are dropped, texts are trimmed (S0 §5). */
export function dropEmptyFilters(filters: FilterValues): Record<string, FilterValue> {
  return Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => !isEmptyFilter(value))
      .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  );
}

/** One problem for each required filter that is empty, `{label}不能为空`, in the order of the rules (S0 §5). */
export function checkRequiredFilters(rules: readonly FilterRule[], filters: FilterValues): Problem[] {
  return rules
    .filter(({ key, required }) => required === true && isEmptyFilter(filters[key]))
    .map(({ key, label }) => ({ field: key, message: `${label}不能为空` }));
}

/** Choosing a region leaves the hall and the window behind, which belong to the old one (S0 §4). */
export function withRegion(filters: FilterValues, region: Readonly<Record<string, string>>): FilterValues {
  const { hallId: _hallId, hallName: _hallName, windowId: _windowId, ...rest } = filters;
  return { ...rest, ...region };
}
