import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { catalogue } from '#contract/catalogue.ts';
import { queryOf } from '#web/api/query-of.ts';
import type { FilterOption, ListFilter } from '#web/toolkit/list-model/list-types.ts';

/** Returns the categories of the items, each once, in their order. */
export function categoryOptions(
  items: readonly { categoryId: string; categoryName: string }[],
): FilterOption[] {
  const names = new Map(items.map(({ categoryId, categoryName }) => [categoryId, categoryName]));
  return [...names].map(([value, label]) => ({ value, label }));
}

/** Adds 事项分类 to the filters that all lists share. */
export function useCategoryFilter(filters: readonly ListFilter[]): readonly ListFilter[] {
  const items = useQuery({
    ...queryOf(catalogue.itemPage, { query: { size: 200 } }),
    staleTime: 5 * 60_000,
  });
  const rows = items.data?.rows;
  const loading = items.isPending;
  return useMemo(() => {
    const options = categoryOptions(rows ?? []);
    return [...filters, { kind: 'select', name: 'categoryId', label: '事项分类', loading, options }];
  }, [filters, rows, loading]);
}
