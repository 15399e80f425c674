import { Button } from 'antd';
import { type Ref, Suspense } from 'react';
import { listDialog } from '#domain/lists/filters.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { KeepAliveScroller, type ScrollerHandle } from '../page/KeepAliveScroller.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import { cardOfColumns } from './card-of-columns.ts';
import { ListCards, ListTable } from './deferred-parts.tsx';
import styles from './list.module.css';
import type { ListPageProps } from './list-page-props.ts';
import type { ListPreferencesOf } from './use-list-preferences.ts';
import type { ListRows } from './use-list-rows.ts';
import type { Selection } from './use-selection.ts';

interface ListBodyProps<Row> {
  page: ListPageProps<Row>;
  list: ListRows<Row>;
  preferences: ListPreferencesOf<Row>;
  selection: Selection<Row>;
  isPhone: boolean;
  /** True if an element in the rows can be focused. */
  hasFocusableRows: boolean;
  panelId: string;
  scroller: Ref<ScrollerHandle>;
  onReset: () => void;
}

/**
 * Shows the rows of a list as a table or as cards, or in their place: a skeleton, a text for an empty list,
 * or the failure.
 */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { page, list, preferences, isPhone, panelId, onReset } = props;
  const { state, query, searchProblems, answer, rows } = list;
  const hasFailed = answer.isError;
  const empty = page.tabs?.find(({ name }) => name === state.tab)?.empty ?? page.empty;
  const isFiltered = Object.keys(query.filters).some((name) => name !== 'tab');
  const showsTable = (answer.isSuccess && rows.length > 0) || hasFailed;
  return (
    <div
      className={styles.panel}
      id={panelId}
      {...(page.tabs && { role: 'tabpanel', 'aria-label': page.title })}
    >
      {searchProblems.length > 0 && (
        <EmptyState
          title={listDialog.completeFirst}
          hint={searchProblems.map(({ message }) => message).join('；')}
        />
      )}
      {list.waiting && (
        <div className={styles.loading}>
          <SkeletonRows
            rows={state.size > 10 ? 12 : state.size}
            // As high as a card at least, so that the rows do not move the foot within the window.
            rowHeight={isPhone ? 96 : undefined}
          />
        </div>
      )}
      {list.isEmpty && (
        <EmptyState
          title={isFiltered ? '没有符合条件的数据' : empty.title}
          hint={isFiltered ? '请调整筛选条件后再试。' : empty.hint}
          action={isFiltered ? <Button onClick={onReset}>清除筛选条件</Button> : page.empty.action}
        />
      )}
      {showsTable && isPhone && (
        <Suspense fallback={<SkeletonRows rows={4} rowHeight={96} />}>
          <ListCards
            label={page.title}
            rows={hasFailed ? [] : rows}
            rowKey={page.rowKey}
            card={page.card ?? cardOfColumns(preferences.shown, page.rowActions)}
          />
        </Suspense>
      )}
      {showsTable && !isPhone && <RowsTable {...props} />}
      {hasFailed && <FailureState failure={answer.error} onRetry={() => void answer.refetch()} />}
    </div>
  );
}

/** Shows the table in the scrolling part. */
function RowsTable<Row>(props: ListBodyProps<Row>) {
  const { page, list, preferences, selection } = props;
  const { state, dispatch, answer, rows } = list;
  return (
    <KeepAliveScroller
      className={joinClasses(styles.rows, answer.isPlaceholderData && styles.stale)}
      testId="list-scroller"
      handle={props.scroller}
      focusLabel={props.hasFocusableRows ? undefined : `${page.title}列表`}
    >
      <Suspense fallback={<SkeletonRows rows={12} />}>
        <ListTable
          caption={page.title}
          columns={preferences.shown}
          rows={answer.isError ? [] : rows}
          rowKey={page.rowKey}
          firstNumber={offsetOf(state) + 1}
          widths={preferences.widths}
          {...(state.sorting ?? page.defaultSorting)}
          selected={page.selectable ? new Set(selection.selected.keys()) : undefined}
          rowActions={page.rowActions}
          onSort={(sort) => dispatch({ type: 'sort', sort })}
          onWidth={preferences.columnSettings.onWidth}
          onSelect={selection.select}
          onRowHover={page.onRowHover}
          onOpen={page.onOpen}
        />
      </Suspense>
    </KeepAliveScroller>
  );
}
