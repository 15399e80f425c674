import { ReloadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { listDialog } from '#domain/lists/filters.ts';
import { lastPage, totalText } from '#domain/lists/paging.ts';
import type { Query } from '#web/api/query-of.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import menuButtonStyles from '../page/menu-button.module.css';
import { type Crumb, Page } from '../page/Page.tsx';
import { useScreenActive, useScreenRefresh } from '../page/screen.ts';
import { ColumnSettings } from './ColumnSettings.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ListPagination } from './ListPagination.tsx';
import { ListTable } from './ListTable.tsx';
import styles from './list.module.css';
import { checkSearch, startList, stepList, writeListQuery } from './list-state.ts';
import type { ListColumn, ListFilter, ListPageOf, ListQuery, RowAction } from './list-types.ts';
import { SavedFilters } from './SavedFilters.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListPreferences } from './use-list-preferences.ts';

export interface ListPageProps<Row> {
  /** Names the list in the person's kept preferences; never shown. */
  name: string;
  title: string;
  crumbs?: readonly Crumb[];
  /** Asks for one page of the list: `(query) => listQueryOf(workOrders.donePage, query)`. */
  source: (query: ListQuery) => Query<ListPageOf<Row>>;
  rowKey: (row: Row) => string;
  filters: readonly ListFilter[];
  columns: readonly ListColumn<Row>[];
  rowActions?: (row: Row) => readonly RowAction[];
  /** Page actions in the bar, such as 新建. */
  actions?: ReactNode;
  /** Tools in the line above the table; gets the rows that are ticked, on whichever page, and the query in force. */
  tools?: (context: { selected: readonly Row[]; query: ListQuery; clear: () => void }) => ReactNode;
  selectable?: boolean;
  /** What a list with nothing in it says; the next step, if there is one. */
  empty: { title: string; hint?: ReactNode; action?: ReactNode };
  /** The pointer or the focus came to a row: fetch ahead what it opens. */
  onApproach?: (row: Row) => void;
}

/**
 * The one list screen (S0 §2, §4): filters, a line of count and tools, the table and its pages. Filters, page,
 * sorting, selection and scroll position live in the screen, which is kept alive. j and k walk the rows, Enter opens
 * one, e runs its first action.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { filters, columns, rowKey, rowActions } = props;
  const preferences = useListPreferences(props.name, columns);
  const [state, step] = useReducer(stepList, undefined, () => startList(filters, preferences.size));
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const { modal } = App.useApp();
  const active = useScreenActive();
  const body = useRef<HTMLDivElement>(null);

  const query = writeListQuery(state, filters);
  const today = localDateOf(new Date());
  const obstacles = checkSearch(state.applied, filters, today);
  const list = useQuery({
    ...props.source(query),
    placeholderData: keepPreviousData,
    enabled: obstacles.length === 0,
  });
  useScreenRefresh(() => void list.refetch());

  const rows = list.data?.rows ?? [];
  const total = list.data?.total ?? 0;
  // After the last row of the last page was handled the list steps back to a page that exists.
  const beyond = list.data !== undefined && !list.isPlaceholderData && rows.length === 0 && state.page > 1;
  useEffect(() => {
    if (beyond) step({ type: 'page', page: lastPage(total, state.size) });
  }, [beyond, total, state.size]);

  const search = () => {
    const problems = checkSearch(state.draft, filters, today);
    if (problems.length > 0) {
      modal.error({
        title: listDialog.searchFailed,
        okText: '知道了',
        content: (
          <>
            <p>{listDialog.completeFirst}</p>
            <ul className={styles.problems}>
              {problems.map((problem) => (
                <li key={problem.field}>{problem.message}</li>
              ))}
            </ul>
          </>
        ),
      });
      return;
    }
    step({ type: 'search' });
    // The same search again asks the server again.
    if (state.page === 1 && state.draft === state.applied) void list.refetch();
  };

  useListKeys(body, active, (row) => {
    const shown = rows[row];
    if (shown !== undefined) rowActions?.(shown)[0]?.onRun();
  });

  const select = (keys: ReadonlySet<string>) => {
    const here = new Map(rows.map((row) => [rowKey(row), row]));
    const next = new Map<string, Row>();
    for (const key of keys) {
      const row = here.get(key) ?? selected.get(key);
      if (row !== undefined) next.set(key, row);
    }
    setSelected(next);
  };

  const filtered = Object.keys(query.filters).length > 0;
  return (
    <Page title={props.title} crumbs={props.crumbs} actions={props.actions}>
      {filters.length > 0 && (
        <FilterBar
          filters={filters}
          values={state.draft}
          onChange={(name, value) => step({ type: 'type', name, value })}
          onSearch={search}
          onReset={() => step({ type: 'reset', filters })}
          saved={
            <SavedFilters
              names={preferences.savedFilters.map(({ name }) => name)}
              onUse={(name) => {
                const saved = preferences.savedFilters.find((entry) => entry.name === name);
                if (saved) step({ type: 'use', values: saved.values });
              }}
              onSave={(name) => preferences.saveFilter(name, state.draft)}
              onDrop={preferences.dropFilter}
            />
          }
        />
      )}
      <div className={styles.body} ref={body}>
        <div className={styles.tools}>
          <span className={styles.count} role="status">
            {list.isLoading ? '正在查询…' : `共 ${totalText(total)} 条`}
            {selected.size > 0 && `，已选 ${selected.size} 条`}
          </span>
          {selected.size > 0 && (
            <button
              type="button"
              className={menuButtonStyles.textButton}
              onClick={() => setSelected(new Map())}
            >
              取消选择
            </button>
          )}
          <div className={styles.toolsRight}>
            {props.tools?.({ selected: [...selected.values()], query, clear: () => setSelected(new Map()) })}
            <Button
              type="text"
              icon={<ReloadOutlined spin={list.isFetching && !list.isPending} />}
              aria-label="刷新"
              onClick={() => void list.refetch()}
            />
            <ColumnSettings {...preferences.columnSettings} />
          </div>
        </div>
        {obstacles.length > 0 && (
          <EmptyState
            title={listDialog.completeFirst}
            hint={obstacles.map(({ message }) => message).join('；')}
          />
        )}
        {list.isLoading && <SkeletonRows rows={state.size > 10 ? 12 : state.size} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && !beyond && (
          <EmptyState
            title={filtered ? '没有符合条件的数据' : props.empty.title}
            hint={filtered ? '请调整筛选条件后再试。' : props.empty.hint}
            action={
              filtered ? (
                <Button onClick={() => step({ type: 'reset', filters })}>清除筛选条件</Button>
              ) : (
                props.empty.action
              )
            }
          />
        )}
        {list.isSuccess && rows.length > 0 && (
          <div className={list.isPlaceholderData ? styles.stale : undefined}>
            <ListTable
              caption={props.title}
              columns={preferences.shown}
              rows={rows}
              rowKey={rowKey}
              widths={preferences.widths}
              {...state.sorting}
              selected={props.selectable ? new Set(selected.keys()) : undefined}
              rowActions={rowActions}
              onSort={(sort) => step({ type: 'sort', sort })}
              onWidth={preferences.columnSettings.onWidth}
              onSelect={select}
              onApproach={props.onApproach}
            />
          </div>
        )}
        {total > 0 && (
          <ListPagination
            page={state.page}
            size={state.size}
            total={total}
            onPage={(page) => step({ type: 'page', page })}
            onSize={(size) => {
              preferences.setSize(size);
              step({ type: 'size', size });
            }}
          />
        )}
      </div>
    </Page>
  );
}
