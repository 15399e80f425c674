import { Suspense } from 'react';
import { withChoice } from '#domain/lists/filters.ts';
import type { ListColumn } from '../list-model/list-types.ts';
import { LazyFilterTags } from './deferred-parts.tsx';
import type { ListPageProps } from './list-page-props.ts';
import { hiddenActiveFilters } from './list-state.ts';
import type { ListRows } from './use-list-rows.ts';

/**
 * Shows what decides the rows without being visible elsewhere: conditions that no field shows, and a sorting by
 * a column that is hidden. Cards show no sorting at all.
 */
export function FilterTagsSlot<Row>(props: {
  page: ListPageProps<Row>;
  list: ListRows<Row>;
  /** Number of the filters whose fields are shown. */
  visibleFieldCount: number;
  visibleColumns: readonly ListColumn<Row>[];
  isPhone: boolean;
}) {
  const { page, list, visibleFieldCount, visibleColumns, isPhone } = props;
  const { filters, columns } = page;
  const { applied, sorting } = list.state;
  const hiddenFilters = hiddenActiveFilters(filters, applied, visibleFieldCount);
  const isSortShown = !isPhone && visibleColumns.some(({ sort }) => sort === sorting?.sort);
  const title = isSortShown ? undefined : columns.find(({ sort }) => sort && sort === sorting?.sort)?.title;
  if (hiddenFilters.length === 0 && title === undefined) return null;
  return (
    <Suspense>
      <LazyFilterTags
        filters={hiddenFilters}
        values={applied}
        onRemove={(name) =>
          list.dispatch({ type: 'use', values: withChoice(applied, name, undefined, filters) })
        }
        sorting={title === undefined || sorting === undefined ? undefined : { title, order: sorting.order }}
        onResetSorting={() => list.dispatch({ type: 'unsort' })}
      />
    </Suspense>
  );
}
