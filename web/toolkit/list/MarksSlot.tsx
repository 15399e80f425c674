import { Suspense } from 'react';
import { withChoice } from '#domain/lists/filters.ts';
import type { ListColumn } from '../list-model/list-types.ts';
import { FilterMarks } from './deferred-parts.tsx';
import type { ListPageProps } from './list-page-props.ts';
import { hiddenActiveFilters } from './list-state.ts';
import type { ListRows } from './use-list-rows.ts';

/**
 * Shows what decides the rows without being visible elsewhere: conditions that no field shows, and a sorting by
 * a column that is hidden. Cards show no sorting at all.
 */
export function MarksSlot<Row>(props: {
  page: ListPageProps<Row>;
  list: ListRows<Row>;
  /** Number of the filters whose fields are shown. */
  fields: number;
  shown: readonly ListColumn<Row>[];
  isPhone: boolean;
}) {
  const { page, list, fields, shown, isPhone } = props;
  const { filters, columns } = page;
  const { applied, sorting } = list.state;
  const hiddenFilters = hiddenActiveFilters(filters, applied, fields);
  const isSortShown = !isPhone && shown.some(({ sort }) => sort === sorting?.sort);
  const title = isSortShown ? undefined : columns.find(({ sort }) => sort && sort === sorting?.sort)?.title;
  if (hiddenFilters.length === 0 && title === undefined) return null;
  return (
    <Suspense>
      <FilterMarks
        filters={hiddenFilters}
        values={applied}
        onDrop={(name) => list.step({ type: 'use', values: withChoice(applied, name, undefined, filters) })}
        sorting={title === undefined || sorting === undefined ? undefined : { title, order: sorting.order }}
        onUnsort={() => list.step({ type: 'unsort' })}
      />
    </Suspense>
  );
}
