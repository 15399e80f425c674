import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type ListView, listViews } from '#contract/list-views.ts';
import { call } from '#web/api/call.ts';
import { queryOf, renewAfter } from '#web/api/query-of.ts';
import { useMe } from '#web/api/use-me.ts';
import { useFeedback } from '../feedback/use-feedback.ts';
import { popupContainerOf } from '../page/popup-container.ts';
import { joinClasses } from '../styles/join-classes.ts';
import { type ColumnLayout, readListPreferences, writeListPreferences } from './list-preferences.ts';
import type { ListState } from './list-state.ts';
import { type CurrentList, type CurrentView, type RestoredView, readView, writeView } from './list-view.ts';
import styles from './list-views.module.css';
import { useViewMutations } from './use-view-mutations.ts';
import { ViewPanel } from './ViewPanel.tsx';

export interface ListViewsProps {
  list: string;
  currentList: CurrentList;
  state: Pick<ListState, 'draft' | 'tab' | 'sorting'>;
  layout: ColumnLayout;
  currentView: CurrentView | undefined;
  /** Applies a view to the list. */
  onUse: (view: CurrentView, read: RestoredView) => void;
  /** Called once it is decided whether the list opens with a view, or cannot be decided now. */
  onReady: (opensWithView?: boolean) => void;
}

/**
 * Shows the views of a list: filters, sorting and columns under a name, private or shared with the
 * organisation, one of which can be the default. An address selects one by `?view=`.
 */
export function ListViews(props: ListViewsProps) {
  const { list, currentList, currentView, onUse, onReady } = props;
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const feedback = useFeedback();
  const views = useQuery({
    ...queryOf(listViews.ofList, { query: { list } }),
    staleTime: 60_000,
    retry: false,
  });
  const mutations = useViewMutations(list);
  const { search, key } = useLocation();

  const applyView = (view: ListView) => {
    const restored = readView(view.content, currentList);
    onUse({ id: view.id, name: view.name }, restored);
    setOpen(false);
    if (restored.missing.length > 0)
      feedback.warn(`视图“${view.name}”中的${restored.missing.join('、')}已不存在，已略去`);
  };

  // The default view is applied once; a view in an address each time that the user opens it.
  const latest = useRef({ applyView, onReady, feedback });
  latest.current = { applyView, onReady, feedback };
  const openedKey = useRef<string | undefined>(undefined);
  const isLoaded = views.isSuccess || views.isError;
  const rows = views.data?.rows;
  useEffect(() => {
    if (!isLoaded || openedKey.current === key) return;
    const isFirst = openedKey.current === undefined;
    openedKey.current = key;
    const id = new URLSearchParams(search).get('view');
    const defaultView = rows?.find(({ isDefault }) => isDefault);
    const run = async () => {
      if (id !== null) {
        const requestedView = rows?.find((view) => view.id === id) ?? (await fetchView(id));
        if (requestedView?.list === list) latest.current.applyView(requestedView);
        else latest.current.feedback.warn('这个视图不存在，或没有共享给您');
      } else if (isFirst && defaultView && search === '') latest.current.applyView(defaultView);
    };
    void run();
  }, [isLoaded, rows, list, search, key]);

  const opensWithView = rows?.some(({ isDefault }) => isDefault);
  useEffect(() => {
    if (isLoaded) latest.current.onReady(opensWithView);
  }, [isLoaded, opensWithView]);

  // Filters stored in the browser are moved to the server, each once.
  const isMoving = useRef(false);
  const account = useMe()?.username;
  useEffect(() => {
    if (account === undefined || rows === undefined || isMoving.current) return;
    const stored = readListPreferences(list, account);
    const { savedFilters: saved = [] } = stored;
    if (saved.length === 0) return;
    isMoving.current = true;
    const move = async () => {
      for (const { name, values } of saved) {
        const content = writeView({ draft: values, tab: undefined, sorting: undefined }, {});
        const exists = rows.some((view) => view.mine && view.name === name);
        if (!exists) await call(listViews.create, { body: { list, name, content } });
      }
      writeListPreferences(list, account, { ...stored, savedFilters: undefined });
      await renewAfter(client, listViews.create);
    };
    // A view that cannot be moved now stays until the list is opened again.
    move().catch(() => undefined);
  }, [rows, list, account, client]);

  return (
    <Popover
      trigger="click"
      getPopupContainer={popupContainerOf}
      // A centred panel can be shifted into a phone's window; one aligned to an end cannot.
      placement="bottom"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      title="视图"
      content={
        open && (
          <ViewPanel
            views={views}
            mutations={mutations}
            currentView={currentView}
            content={() => writeView(props.state, props.layout)}
            onUse={applyView}
          />
        )
      }
    >
      <Button
        type="link"
        className={joinClasses(styles.opener, currentView !== undefined && styles.openerShown)}
        aria-expanded={open}
      >
        <span className={styles.shown}>
          {currentView === undefined ? '视图' : `视图：${currentView.name}`}
        </span>
      </Button>
    </Popover>
  );
}

async function fetchView(id: string): Promise<ListView | undefined> {
  return call(listViews.read, { params: { id } }).catch(() => undefined);
}
