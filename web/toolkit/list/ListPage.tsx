import { keepPreviousData, onlineManager, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useEffect, useId, useReducer, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { isEmptyFilter, listDialog } from '#domain/lists/filters.ts';
import { lastPage, offsetOf } from '#domain/lists/paging.ts';
import { totalText } from '#domain/lists/total-text.ts';
import { offlineText } from '#web/api/call-error.ts';
import type { QueryAs } from '#web/api/query-of.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import { joinClasses } from '../page/join-classes.ts';
import { KeptScroller, type ScrollerHandle } from '../page/KeptScroller.tsx';
import { Page } from '../page/Page.tsx';
import { useScreenActive, useScreenRefresh } from '../page/screen.ts';
import { useUnhurried } from '../page/unhurried.ts';
import { useIsLowWindow, useIsPhone } from '../page/use-window-size.ts';
import { cardOfColumns } from './card-of-columns.ts';
import { ListPagination } from './ListPagination.tsx';
import { ShortcutHints } from './ListShortcuts.tsx';
import { ListTabs } from './ListTabs.tsx';
import { type ListDeed, ListTools } from './ListTools.tsx';
import {
  FilterBar,
  FilterMarks,
  FoldedFilters,
  ListCards,
  ListTable,
  ListViews,
  ViewsPlace,
} from './later-parts.tsx';
import { ShortcutHelp } from './lazy-parts.ts';
import styles from './list.module.css';
import { indexColumn } from './list-columns.ts';
import type { ListPageProps } from './list-page-props.ts';
import { checkSearch, startList, stepList, writeListQuery } from './list-state.ts';
import type { FilterValue, ListPageOf } from './list-types.ts';
import type { ShownView } from './list-view.ts';
import { OpenedTool } from './OpenedTool.tsx';
import { useListAddress } from './use-list-address.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListPreferences } from './use-list-preferences.ts';
import { useSearchRefusal } from './use-search-refusal.ts';
import { useSteadyRows } from './use-steady-rows.ts';

const none: readonly never[] = [];

/**
 * The one list screen (S0 §2, §4): tabs, filters, the table and its pages in one card that fills the window, of which the
 * rows alone scroll; on a phone cards, and the filters in a sheet. Filters, page, sorting, selection and scroll position
 * live in the screen, which is kept alive; an address that names filters or a tab opens the list with them. j and k walk
 * the rows, Enter opens one, e runs its first action (Enter too, where rows lead nowhere), x ticks it.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { filters, columns, rowKey, rowActions, tabs } = props;
  const preferences = useListPreferences(props.name, columns);
  const [state, step] = useReducer(stepList, undefined, () =>
    startList(filters, preferences.size, tabs?.[0]?.name),
  );
  const sorts = columns.flatMap(({ sort }) => sort ?? []);
  useListAddress(filters, tabs, sorts, step);
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const [view, setView] = useState<ShownView>();
  const { search: address } = useLocation();
  const [unready, setUnready] = useState(preferences.kept.opensWithView === true && address === '');
  const [helps, setHelps] = useState(false);
  const [asked, setAsked] = useState<ListDeed>();
  const active = useScreenActive();
  const isPhone = useIsPhone();
  const isLow = useIsLowWindow() && !isPhone;
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<ScrollerHandle>(null);
  const panelId = useId();
  const refuse = useSearchRefusal();
  const feedback = useFeedback();

  const unbegun = filters.some(
    ({ pending, initial, name }) => pending || (initial && !(name in state.draft)),
  );
  useEffect(() => {
    if (unbegun) step({ type: 'begin', filters });
  }, [unbegun, filters]);
  const query = writeListQuery(state, filters);
  const today = localDateOf(new Date());
  const obstacles = checkSearch(state.applied, filters, today);
  const list = useQuery({
    ...(props.source(query) as QueryAs<ListPageOf<Row>>),
    placeholderData: keepPreviousData,
    enabled: obstacles.length === 0 && !unbegun && !unready,
  });
  useScreenRefresh(() => void list.refetch());

  const arrived = useUnhurried(list.data);
  const waiting = unready || list.isLoading || (list.isSuccess && arrived === undefined);
  const rows = useSteadyRows(arrived?.rows ?? none, rowKey);
  const firstActions = rows.flatMap((row) => rowActions?.(row)[0] ?? []);
  const opens = columns.some(({ link }) => link !== undefined);
  const takesFocus =
    props.selectable === true ||
    opens ||
    columns.some(({ sort }) => sort !== undefined) ||
    firstActions.length > 0;
  const total = arrived?.total ?? 0;
  // After the last row of the last page was handled the list steps back to a page that exists.
  const beyond = arrived !== undefined && !list.isPlaceholderData && rows.length === 0 && state.page > 1;
  useEffect(() => {
    if (beyond) step({ type: 'page', page: lastPage(total, state.size) });
  }, [beyond, total, state.size]);

  const search = () => {
    const problems = checkSearch(state.draft, filters, today);
    if (problems.length > 0) return refuse(problems);
    step({ type: 'search' });
    if (!onlineManager.isOnline()) feedback.warn(offlineText);
    // The same search again asks the server again.
    if (state.page === 1 && state.draft === state.applied) void list.refetch();
  };
  const turnTo = (page: number) => {
    step({ type: 'page', page });
    // A page is read from its first row; on a phone the whole list scrolls.
    scroller.current?.toTop();
    body.current?.scrollIntoView?.({ block: 'start' });
  };
  const drop = (name: string) => {
    step({ type: 'use', values: { ...state.applied, [name]: undefined } });
  };

  useListKeys(body, active, {
    onFirstAction: (row) => {
      const shown = rows[row];
      if (shown !== undefined) rowActions?.(shown)[0]?.onRun();
    },
    onPick: props.selectable
      ? (at) => {
          const row = rows[at];
          if (row === undefined) return;
          const keys = new Set(selected.keys());
          if (!keys.delete(rowKey(row))) keys.add(rowKey(row));
          select(keys);
        }
      : undefined,
    onHelp: () => setHelps(true),
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

  const choose = (chosen: readonly Row[]) => setSelected(new Map(chosen.map((row) => [rowKey(row), row])));

  const firstLabels = new Set(firstActions.map(({ label }) => label));
  const [firstAction] = firstLabels.size > 1 ? ['首项操作'] : firstLabels;
  const does = { opens, firstAction, selectable: props.selectable };

  const empty = tabs?.find(({ name }) => name === state.tab)?.empty ?? props.empty;
  const failed = list.isError;
  const asking = waiting ? '正在查询…' : failed ? '共 — 条' : `共 ${totalText(total)} 条`;
  const countText = list.isPaused ? offlineText : asking;
  const bar = {
    filters,
    values: state.draft,
    onChange: (name: string, value: FilterValue) => step({ type: 'type', name, value, filters }),
    onSearch: search,
    onReset: () => {
      setView(undefined);
      preferences.showLayout(undefined);
      step({ type: 'reset', filters });
    },
  };
  const tools = (
    <ListTools
      updatedAt={tabs !== undefined && list.dataUpdatedAt > 0 ? list.dataUpdatedAt : undefined}
      deeds={
        props.exportedAs === undefined ? none : isPhone ? (['导出'] as const) : (['导出', '打印'] as const)
      }
      isEmpty={rows.length === 0}
      onDeed={(deed) => (obstacles.length > 0 ? refuse(obstacles, `${deed}失败`) : setAsked(deed))}
      isRenewing={list.isFetching && !list.isPending}
      onRenew={() => void list.refetch()}
      columnSettings={isPhone ? undefined : preferences.columnSettings}
    >
      {/* A card has no box to tick, so that tools for chosen rows have nothing to work on. */}
      {!(isPhone && props.selectable) &&
        props.tools?.({ selected: [...selected.values()], query, rows, total, choose })}
    </ListTools>
  );
  // A view comes after the first rows, unless the list opens with one: then the rows wait for it.
  const viewsPlace = <ViewsPlace named={preferences.kept.opensWithView === true} />;
  const views =
    waiting && !unready ? (
      viewsPlace
    ) : (
      <Suspense fallback={viewsPlace}>
        <ListViews
          list={props.name}
          now={{
            filters,
            columns: [indexColumn, ...columns],
            sorts,
            tabs: tabs?.map(({ name }) => name) ?? [],
          }}
          state={state}
          layout={preferences.layout}
          shown={view}
          onUse={(used, { layout, gone: _gone, ...address }) => {
            setView(used);
            preferences.showLayout(layout);
            step({ type: 'open', ...address });
          }}
          onReady={(opensWithView) => {
            setUnready(false);
            if (opensWithView !== undefined && opensWithView !== (preferences.kept.opensWithView === true)) {
              preferences.keep({ opensWithView });
            }
          }}
        />
      </Suspense>
    );

  const inLine = isLow && tabs === undefined;
  const folded = filters.length > 0 && (
    <>
      {!inLine && views}
      <div className={inLine ? styles.searchInLine : styles.foldedFilters} data-count={filters.length}>
        <Suspense>
          <FoldedFilters {...bar} hasSearch={inLine} />
        </Suspense>
      </div>
      {inLine && views}
    </>
  );

  const isMarked = filters.some(({ kind, name }) => kind === 'mark' && !isEmptyFilter(state.applied[name]));
  const filtered = Object.keys(query.filters).some((name) => name !== 'tab');
  const showsTable = (list.isSuccess && rows.length > 0) || failed;
  return (
    <Page title={props.title} crumbs={props.crumbs} actions={props.actions}>
      <div className={styles.root} ref={body}>
        {tabs !== undefined && (
          <div className={styles.head}>
            <ListTabs
              label={props.title}
              tabs={tabs}
              active={state.tab ?? ''}
              panelId={panelId}
              onChange={(tab) => {
                choose(none);
                step({ type: 'tab', tab });
              }}
            />
            {!isPhone && (
              <div className={styles.headTools}>
                {isLow && folded}
                {tools}
              </div>
            )}
          </div>
        )}
        {isPhone && (
          <div className={styles.phoneTools}>
            <span className={styles.count}>{countText}</span>
            {tabs === undefined && tools}
            {folded}
          </div>
        )}
        {inLine && filters.length > 0 && (
          <div className={styles.lowTools}>
            {folded}
            {tools}
          </div>
        )}
        {!isPhone && !isLow && filters.length > 0 && (
          <Suspense fallback={<div className={styles.barPlace} />}>
            <FilterBar {...bar} waiting={list.isLoading} views={views} tools={tabs === undefined && tools} />
          </Suspense>
        )}
        <Suspense>
          {isMarked && <FilterMarks filters={filters} values={state.applied} onDrop={drop} />}
        </Suspense>
        {props.note?.(query)}
        <div
          className={styles.panel}
          id={panelId}
          {...(tabs && { role: 'tabpanel', 'aria-label': props.title })}
        >
          {obstacles.length > 0 && (
            <EmptyState
              title={listDialog.completeFirst}
              hint={obstacles.map(({ message }) => message).join('；')}
            />
          )}
          {waiting && (
            <div className={styles.waiting}>
              <SkeletonRows rows={state.size > 10 ? 12 : state.size} />
            </div>
          )}
          {list.isSuccess && arrived !== undefined && rows.length === 0 && !beyond && (
            <EmptyState
              title={filtered ? '没有符合条件的数据' : empty.title}
              hint={filtered ? '请调整筛选条件后再试。' : empty.hint}
              action={filtered ? <Button onClick={bar.onReset}>清除筛选条件</Button> : props.empty.action}
            />
          )}
          {showsTable && isPhone && (
            <Suspense fallback={<SkeletonRows rows={4} rowHeight={96} />}>
              <ListCards
                label={props.title}
                rows={failed ? [] : rows}
                rowKey={rowKey}
                card={props.card ?? cardOfColumns(preferences.shown, rowActions)}
              />
            </Suspense>
          )}
          {showsTable && !isPhone && (
            <KeptScroller
              className={joinClasses(styles.rows, list.isPlaceholderData && styles.stale)}
              testId="list-scroller"
              handle={scroller}
              focusLabel={takesFocus ? undefined : `${props.title}列表`}
            >
              <Suspense fallback={<SkeletonRows rows={12} />}>
                <ListTable
                  caption={props.title}
                  columns={preferences.shown}
                  rows={failed ? [] : rows}
                  rowKey={rowKey}
                  firstNumber={offsetOf(state) + 1}
                  widths={preferences.widths}
                  {...(state.sorting ?? props.sortedBy)}
                  selected={props.selectable ? new Set(selected.keys()) : undefined}
                  rowActions={rowActions}
                  onSort={(sort) => step({ type: 'sort', sort })}
                  onWidth={preferences.columnSettings.onWidth}
                  onSelect={select}
                  onApproach={props.onApproach}
                  onOpen={props.onOpen}
                />
              </Suspense>
            </KeptScroller>
          )}
          {failed && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        </div>
        <div className={styles.foot}>
          {/* Always there, as only what changes in a status is read out. */}
          <span className={styles.count} role="status">
            {selected.size > 0 && `已选 ${selected.size} 条`}
          </span>
          {selected.size > 0 ? (
            <Button type="link" size="small" onClick={() => choose([])}>
              取消选择
            </Button>
          ) : (
            <ShortcutHints {...does} onHelp={() => setHelps(true)} />
          )}
          <span className={styles.total} role="status">
            {countText}
          </span>
          {total > 0 && !failed && (
            <ListPagination
              page={state.page}
              size={state.size}
              total={total}
              onPage={turnTo}
              onSize={(size) => {
                preferences.setSize(size);
                step({ type: 'size', size });
              }}
            />
          )}
        </div>
      </div>
      <OpenedTool
        {...props}
        asked={asked}
        query={query}
        total={total}
        offered={preferences.columnSettings.columns}
        shown={preferences.shown}
        chosen={selected}
        onClose={() => setAsked(undefined)}
      />
      {helps && (
        <Suspense>
          <ShortcutHelp {...does} onClose={() => setHelps(false)} />
        </Suspense>
      )}
    </Page>
  );
}
