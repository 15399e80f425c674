import { Suspense, useId, useRef, useState } from 'react';
import { listLimits } from '#domain/lists/limits.ts';
import { isForbidden } from '#web/api/call-error.ts';
import { FailureState } from '../feedback/FailureState.tsx';
import type { FilterValue } from '../list-model/list-types.ts';
import { FirstScreenLink } from '../page/FirstScreenLink.tsx';
import type { ScrollerHandle } from '../page/KeepAliveScroller.tsx';
import { Page } from '../page/Page.tsx';
import { useScreenActive } from '../screen/screen.ts';
import { useIsLowWindow, useIsPhone } from '../styles/use-window-size.ts';
import { ActiveTool } from './ActiveTool.tsx';
import { FilterTagsSlot } from './FilterTagsSlot.tsx';
import { ListBody } from './ListBody.tsx';
import { ListFoot } from './ListFoot.tsx';
import { ListHead } from './ListHead.tsx';
import type { ListToolName } from './ListTools.tsx';
import { ShortcutHelp } from './lazy-parts.ts';
import styles from './list.module.css';
import type { ListPageProps } from './list-page-props.ts';
import { rowCapabilitiesOf } from './row-capabilities.ts';
import { SelectionToolsSlot, ToolsSlot } from './ToolsSlot.tsx';
import { useCurrentView } from './use-current-view.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListPreferences } from './use-list-preferences.ts';
import { useListRows } from './use-list-rows.ts';
import { useSelection } from './use-selection.ts';
import { ViewsSlot } from './ViewsSlot.tsx';

/**
 * Shows the one list screen (S0 §2, §4): tabs, filters, the table and its pages in one card that fills the
 * window, in which only the rows scroll; on a phone cards, with the filters in a drawer. Filters, page,
 * sorting, selection and scroll position live in the screen, which is kept alive; an address that names
 * filters or a tab opens the list with them. j and k move along the rows, Enter opens one, e runs its first
 * action (so does Enter, if rows have no link), x ticks it.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, filters, rowActions, tabs } = props;
  const preferences = useListPreferences(props.name, props.columns);
  const view = useCurrentView(preferences);
  const list = useListRows(props, { size: preferences.size, awaitsView: view.isAwaited });
  const { state, dispatch, query, answer, rows } = list;
  const selection = useSelection(rows, props.rowKey);
  const { selected, choose } = selection;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [activeTool, setActiveTool] = useState<ListToolName>();
  const isPhone = useIsPhone();
  const isLow = useIsLowWindow() && !isPhone;
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<ScrollerHandle>(null);
  const panelId = useId();
  const capabilities = rowCapabilitiesOf(props, rows);

  useListKeys(body, useScreenActive(), {
    onFirstAction: (index) => {
      const row = rows[index];
      if (row !== undefined) rowActions?.(row)[0]?.onRun();
    },
    onToggleSelection: props.selectable ? selection.toggle : undefined,
    onHelp: () => setIsHelpOpen(true),
  });
  const openPage = (page: number) => {
    dispatch({ type: 'page', page });
    // A new page starts at its first row; on a phone the whole list scrolls.
    scroller.current?.scrollToTop();
    body.current?.scrollIntoView?.({ block: 'start' });
  };
  const reset = () => {
    view.clear();
    dispatch({ type: 'reset', filters });
  };
  // A low window without tabs shows the first field; a phone and a list with tabs show none.
  const layout = isPhone ? 'phone' : isLow ? 'low' : 'desktop';
  const inLine = layout === 'low' && !tabs && filters[0]?.kind === 'text' ? 1 : 0;
  const visibleFieldCount =
    layout !== 'desktop' ? inLine : isUnfolded ? filters.length : listLimits.filtersPerRow;
  const note = props.note?.(query);
  if (isForbidden(answer.error) && Object.keys(query.filters).length === 0) {
    return (
      <Page title={title} crumbs={props.crumbs}>
        <FailureState failure={answer.error} action={<FirstScreenLink />} />
      </Page>
    );
  }
  const tools = (
    <ToolsSlot page={props} {...{ list, preferences, selection, isPhone }} onTool={setActiveTool} />
  );
  // Beside the note there is space for the tools, which would move buttons of the filters to a line of their own.
  const hasToolsBesideNote = layout !== 'phone' && !tabs && note !== undefined;
  return (
    <Page title={title} crumbs={props.crumbs} actions={props.actions}>
      <div className={styles.root} ref={body}>
        {props.introduction}
        <ListHead
          layout={layout}
          tabs={
            tabs && {
              label: title,
              tabs,
              active: state.tab ?? '',
              panelId,
              onChange: (tab) => {
                choose([]);
                dispatch({ type: 'tab', tab });
              },
            }
          }
          filters={{
            filters,
            values: state.draft,
            searchedValues: state.applied,
            onChange: (name: string, value: FilterValue) => dispatch({ type: 'type', name, value, filters }),
            onSearch: list.search,
            onReset: reset,
            open: isUnfolded,
            onOpen: setIsUnfolded,
          }}
          isLoading={answer.isLoading}
          countText={list.countText}
          views={<ViewsSlot page={props} {...{ list, preferences, view }} />}
          tools={!hasToolsBesideNote && tools}
        />
        <FilterTagsSlot
          page={props}
          {...{ list, visibleFieldCount, isPhone }}
          visibleColumns={preferences.shown}
        />
        {hasToolsBesideNote ? (
          <div className={styles.noteLine}>
            <div>{note}</div>
            {tools}
          </div>
        ) : (
          note
        )}
        <ListBody
          page={props}
          {...{ list, preferences, selection, isPhone, panelId, scroller }}
          hasFocusableRows={capabilities.hasFocusableRows}
          onReset={reset}
        />
        <ListFoot
          list={list}
          selected={selected.size}
          onUnselect={() => choose([])}
          selectionTools={!isPhone && <SelectionToolsSlot page={props} {...{ list, selection }} />}
          keys={isPhone ? undefined : { ...capabilities.keys, onHelp: () => setIsHelpOpen(true) }}
          onPage={openPage}
          onSize={(size) => {
            preferences.setSize(size);
            dispatch({ type: 'size', size });
          }}
        />
      </div>
      <ActiveTool
        {...props}
        activeTool={activeTool}
        query={query}
        total={list.total}
        allColumns={preferences.columnSettings.columns}
        visibleColumns={preferences.shown}
        chosen={selected}
        onClose={() => setActiveTool(undefined)}
      />
      {isHelpOpen && (
        <Suspense>
          <ShortcutHelp {...capabilities.keys} onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </Page>
  );
}
