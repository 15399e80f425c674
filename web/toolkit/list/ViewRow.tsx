import { DownOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { ListView, ViewContent } from '#contract/list-views.ts';
import { viewLimits } from '#domain/lists/view.ts';
import { useFeedback } from '../feedback/use-feedback.ts';
import { copyText } from '../page/copy-text.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './list-views.module.css';
import type { ViewMutations } from './use-view-mutations.ts';

/**
 * Shows a view by its name and, when opened, the actions on it below. A view of another person can only be
 * used, made the default and linked.
 */
export function ViewRow(props: {
  view: ListView;
  isCurrent: boolean;
  mayShare: boolean;
  expanded: boolean;
  mutations: ViewMutations;
  content: () => ViewContent;
  onUse: () => void;
  onToggle: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}) {
  const { view, isCurrent, expanded, mutations } = props;
  const [newName, setNewName] = useState<string>();
  const feedback = useFeedback();

  const rename = async () => {
    const name = newName?.trim() ?? '';
    if (name === '' || name === view.name || (await mutations.rename(view, name))) setNewName(undefined);
  };
  const copyLink = async () => {
    const link = `${location.origin}${location.pathname}?view=${view.id}`;
    if (await copyText(link)) feedback.success('链接已复制');
    else feedback.warn(`未能复制，请手工复制：${link}`);
  };
  const actionButton = (label: string, onRun: (() => void) | undefined, danger = false) => (
    <Button key={label} size="small" danger={danger} disabled={!onRun || mutations.running} onClick={onRun}>
      {label}
    </Button>
  );

  return (
    <li className={joinClasses(styles.view, isCurrent && styles.viewShown)}>
      <div className={styles.line}>
        {newName === undefined ? (
          <button
            type="button"
            className={styles.name}
            aria-pressed={isCurrent}
            title={view.name}
            onClick={props.onUse}
          >
            {view.name}
          </button>
        ) : (
          <Input
            autoFocus
            size="small"
            maxLength={viewLimits.nameCharacters}
            aria-label={`“${view.name}”的新名称`}
            value={newName}
            onChange={(event) => setNewName(event.target.value)}
            onPressEnter={() => void rename()}
            onBlur={() => void rename()}
          />
        )}
        {view.isDefault && <span className={styles.label}>默认</span>}
        {view.mine && view.shared && <span className={styles.label}>已共享</span>}
        {!view.mine && <span className={styles.owner}>{view.ownerName}</span>}
        <button
          type="button"
          className={styles.manage}
          aria-expanded={expanded}
          aria-label={`管理视图“${view.name}”`}
          onClick={props.onToggle}
        >
          <DownOutlined aria-hidden="true" rotate={expanded ? 180 : 0} />
        </button>
      </div>
      {expanded && (
        <div className={styles.actions}>
          {actionButton(
            view.isDefault ? '取消默认' : '设为默认',
            () => void mutations.setDefault(view.isDefault ? undefined : view),
          )}
          {actionButton('复制链接', () => void copyLink())}
          {view.mine && (
            <>
              {actionButton('更新为当前条件', () => void mutations.replaceContent(view, props.content()))}
              {actionButton('重命名', () => setNewName(view.name))}
              {props.mayShare &&
                actionButton(
                  view.shared ? '取消共享' : '共享给本机构',
                  () => void mutations.share(view, !view.shared),
                )}
              {actionButton('上移', props.onUp)}
              {actionButton('下移', props.onDown)}
              {actionButton('删除', props.onRemove, true)}
            </>
          )}
        </div>
      )}
    </li>
  );
}
