import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { ListView, ViewContent } from '#contract/list-views.ts';
import { viewLimits } from '#domain/lists/view.ts';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import type { CurrentView } from './list-view.ts';
import styles from './list-views.module.css';
import type { ViewMutations } from './use-view-mutations.ts';
import { ViewRow } from './ViewRow.tsx';

/**
 * Shows the views of a list with the actions on each, and the line that saves the current state of the list
 * as a view.
 */
export function ViewPanel(props: {
  views: UseQueryResult<{ rows: ListView[]; mayShare: boolean }>;
  mutations: ViewMutations;
  currentView: CurrentView | undefined;
  /** Returns the current state of the list. */
  content: () => ViewContent;
  onUse: (view: ListView) => void;
}) {
  const { views, mutations, currentView } = props;
  const [name, setName] = useState('');
  const [expandedId, setExpandedId] = useState<string>();
  const [removedView, setRemovedView] = useState<ListView>();
  const rows = views.data?.rows ?? [];
  const own = rows.filter(({ mine }) => mine);
  const others = rows.filter(({ mine }) => !mine);

  const save = async () => {
    const viewName = name.trim();
    if (viewName !== '' && (await mutations.save(viewName, props.content()))) setName('');
  };
  const move = (view: ListView, offset: number) => {
    const ids = own.map(({ id }) => id);
    const index = ids.indexOf(view.id);
    void mutations.reorder(ids.toSpliced(index, 1).toSpliced(index + offset, 0, view.id));
  };
  const row = (view: ListView, index: number) => (
    <ViewRow
      key={view.id}
      view={view}
      isCurrent={currentView?.id === view.id}
      mayShare={views.data?.mayShare === true}
      expanded={expandedId === view.id}
      mutations={mutations}
      content={props.content}
      onUse={() => props.onUse(view)}
      onToggle={() => setExpandedId(expandedId === view.id ? undefined : view.id)}
      onUp={view.mine && index > 0 ? () => move(view, -1) : undefined}
      onDown={view.mine && index < own.length - 1 ? () => move(view, 1) : undefined}
      onRemove={async () => {
        if (await mutations.remove(view)) setRemovedView(view);
      }}
    />
  );

  return (
    <div className={styles.panel}>
      {views.isPending && <SkeletonRows rows={3} rowHeight={32} />}
      {views.isError && <FailureState compact failure={views.error} onRetry={() => void views.refetch()} />}
      {views.isSuccess && rows.length === 0 && (
        <p className={styles.hint}>将当前的筛选条件、排序和列设置保存为视图，下次可直接使用。</p>
      )}
      {own.length > 0 && (
        <ul aria-label="我的视图" className={styles.views}>
          {own.map(row)}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <p className={styles.heading}>同事共享的</p>
          <ul aria-label="同事共享的视图" className={styles.views}>
            {others.map(row)}
          </ul>
        </>
      )}
      <p role="status" className={removedView ? styles.removed : 'visually-hidden'}>
        {removedView && (
          <>
            已删除“{removedView.name}”
            <Button
              type="link"
              size="small"
              onClick={async () => {
                if (await mutations.restore(removedView)) setRemovedView(undefined);
              }}
            >
              撤销
            </Button>
          </>
        )}
      </p>
      <div className={styles.newView}>
        <Input
          maxLength={viewLimits.nameCharacters}
          aria-label="视图名称"
          placeholder="名称，如“本月超期”"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => void save()}
        />
        <Button type="primary" disabled={name.trim() === '' || mutations.running} onClick={() => void save()}>
          保存为视图
        </Button>
      </div>
    </div>
  );
}
