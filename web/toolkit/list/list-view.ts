import type { ViewContent } from '#contract/list-views.ts';
import { removeEmptyFilters } from '#domain/lists/filters.ts';
import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import type { ColumnLayout } from './list-preferences.ts';
import { type ListAddress, type ListState, optionsOf } from './list-state.ts';

/** Current filters, columns, sort keys and tabs of a list, against which a stored view is read. */
export interface CurrentList {
  filters: readonly ListFilter[];
  columns: readonly { key: string; title: string }[];
  sorts: readonly string[];
  tabs: readonly string[];
}

/** Parts of a view that the list still has, and the labels of the parts that it no longer has. */
export interface RestoredView extends ListAddress {
  layout: ColumnLayout | undefined;
  missing: string[];
}

/** The view that a list shows. */
export interface CurrentView {
  id: string;
  name: string;
}

/** Returns the current state of a list as a view to be stored. */
export function writeView(
  { draft, tab, sorting }: Pick<ListState, 'draft' | 'tab' | 'sorting'>,
  layout: ColumnLayout,
): ViewContent {
  const { order, hidden, widths, numbered } = layout;
  const columns = {
    ...(order && { order: [...order] }),
    ...(hidden && { hidden: [...hidden] }),
    ...(widths && { widths: { ...widths } }),
    ...(numbered !== undefined && { numbered }),
  };
  return {
    filters: removeEmptyFilters(draft) as ViewContent['filters'],
    ...(tab !== undefined && { tab }),
    ...sorting,
    ...(Object.keys(columns).length > 0 && { columns }),
  };
}

/**
 * Reads a view for the current list; filters, choices and columns that the list no longer has are left out.
 */
export function readView(
  { filters, tab, sort, order, columns }: ViewContent,
  current: CurrentList,
): RestoredView {
  const missing: string[] = [];
  const values: Record<string, FilterValue> = {};
  const storedFilters = filters as FilterValues;
  for (const [name, value] of Object.entries(storedFilters)) {
    const filter = current.filters.find((each) => each.name === name);
    if (filter && isOffered(filter, value, storedFilters)) values[name] = value;
    else missing.push(filter ? `“${filter.label}”所选的内容` : '一个筛选条件');
  }
  if (tab !== undefined && !current.tabs.includes(tab)) missing.push('一个页签');
  const hasSort = sort !== undefined && current.sorts.includes(sort);
  if (sort !== undefined && !hasSort) missing.push('排序的列');
  const columnKeys = new Set(current.columns.map(({ key }) => key));
  const namedKeys = [
    ...(columns?.order ?? []),
    ...(columns?.hidden ?? []),
    ...Object.keys(columns?.widths ?? {}),
  ];
  if (namedKeys.some((key) => !columnKeys.has(key))) missing.push('列设置里的列');
  return {
    tab: current.tabs.find((name) => name === tab) ?? current.tabs[0],
    values: { ...Object.fromEntries(current.filters.map(({ name }) => [name, undefined])), ...values },
    sorting: hasSort ? { sort, order: order ?? 'desc' } : undefined,
    layout: columns,
    missing: [...new Set(missing)],
  };
}

/** Checks whether a choice is still offered; choices of the server are unknown until their filter is opened. */
function isOffered(filter: ListFilter, value: FilterValue, values: FilterValues): boolean {
  if (filter.kind !== 'select' || filter.loading) return true;
  return optionsOf(filter, values).some((option) => option.value === value);
}
