import { CloseCircleFilled, DownOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input, Popover } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { buildTree, type TreeNode, type TreeRow } from '#domain/lists/tree.ts';
import type { QueryAs } from '#web/api/query-of.ts';
import { useDebounced } from '../choices/use-debounced.ts';
import type { FilterValue } from '../list-model/list-types.ts';
import { popupContainerOf } from '../page/popup-container.ts';
import { TreeLines } from '../tree/Tree.tsx';
import { branchesOf } from '../tree/tree-lines.ts';
import { type TreeProps, useTree } from '../tree/use-tree.ts';
import styles from './tree-input.module.css';

const retentionMilliseconds = 5 * 60_000;

/**
 * Shows a field for one node of a tree in a drop-down, by the ARIA pattern of a combobox with a tree. The server
 * searches by name after a pause in typing; clearing the text restores the earlier tree (S0 §4). A failed
 * look-up leaves the filter empty without a message (S0 §8). Backspace in an empty field clears the choice,
 * and so does choosing the same node.
 */
export function TreeInput(props: {
  id: string;
  label: string;
  source: (name: string) => QueryAs<readonly TreeRow[]>;
  value: FilterValue;
  placeholder?: string;
  onChange: (value: FilterValue) => void;
}) {
  const { value, onChange } = props;
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [closedIds, setClosedIds] = useState<ReadonlySet<string>>(new Set());
  const name = useDebounced(text.trim());
  const isSearched = name !== '';
  const enabled = isOpen || chosen !== undefined;
  const wholeTree = useQuery({ ...props.source(''), enabled, staleTime: retentionMilliseconds });
  const searchResult = useQuery({
    ...props.source(name),
    enabled: enabled && isSearched,
    staleTime: retentionMilliseconds,
  });
  const shownTree = isSearched ? searchResult : wholeTree;
  const rows = useMemo(() => flatten(buildTree(shownTree.data ?? [])), [shownTree.data]);
  // The tree is open initially; nodes that the user closes stay closed. A search result is fully open.
  const expandedIds = useMemo(
    () => new Set(rows.flatMap(({ id }) => (isSearched || !closedIds.has(id) ? [id] : []))),
    [rows, closedIds, isSearched],
  );
  const close = () => {
    setOpen(false);
    setText('');
  };
  const choose = (id: string | undefined) => {
    onChange(id === chosen ? undefined : id);
    close();
  };
  const tree: TreeProps<TreeRow & { isLeaf: boolean }> = {
    label: props.label,
    branchOf: useMemo(() => branchesOf(rows), [rows]),
    expandedIds,
    onExpandedChange: (next) => setClosedIds(new Set(rows.flatMap(({ id }) => (next.has(id) ? [] : [id])))),
    chosen: useMemo(() => new Set(chosen === undefined ? [] : [chosen]), [chosen]),
    choice: 'one',
    onChoose: ({ id }) => choose(id),
    initialId: chosen,
  };
  const treeState = useTree(tree);
  const open = () => {
    setOpen(true);
    treeState.setActive(undefined);
    if (wholeTree.isError) void wholeTree.refetch();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    if (!isOpen) {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        open();
      } else if (event.key === 'Backspace' || event.key === 'Delete') choose(undefined);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && text === '') choose(undefined);
    // Right and left belong to the text if there is one, unless a node is active.
    else if (event.key.startsWith('Arrow') || event.key === 'Enter') treeState.handleKey(event, true);
  };
  const emptyText = isSearched ? `没有找到“${name}”` : '暂无可选项';
  const nameOfChosen = wholeTree.data?.find(({ id }) => id === chosen)?.name ?? chosen;

  return (
    <Popover
      open={isOpen}
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      getPopupContainer={popupContainerOf}
      content={
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field while the mouse is used
        <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
          {rows.length === 0 ? (
            <p className={styles.nothing} role="status">
              {shownTree.isLoading ? '正在查询…' : emptyText}
            </p>
          ) : (
            <TreeLines {...tree} treeState={treeState} inField />
          )}
        </div>
      }
    >
      {/* The popup describes this element, not the field; a screen reader would else read the whole tree. */}
      <span className={styles.field}>
        <Input
          id={props.id}
          role="combobox"
          aria-haspopup="tree"
          aria-expanded={isOpen}
          aria-controls={isOpen && rows.length > 0 ? treeState.treeId : undefined}
          aria-activedescendant={isOpen ? treeState.activeElementId : undefined}
          autoComplete="off"
          value={isOpen ? text : (nameOfChosen ?? '')}
          placeholder={isOpen && nameOfChosen !== undefined ? nameOfChosen : (props.placeholder ?? '请选择')}
          onClick={open}
          onBlur={close}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setOpen(true);
            setText(event.target.value);
            treeState.setActive(undefined);
          }}
          suffix={
            chosen === undefined ? (
              <DownOutlined aria-hidden className={styles.sign} />
            ) : (
              <button
                type="button"
                tabIndex={-1}
                aria-label="清空"
                className={styles.clear}
                onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => {
                  event.stopPropagation();
                  choose(undefined);
                }}
              >
                <CloseCircleFilled aria-hidden />
              </button>
            )
          }
        />
      </span>
    </Popover>
  );
}

/** Returns the rows in tree order: children sorted under their parents, without rows outside the tree. */
function flatten(nodes: readonly TreeNode<TreeRow>[], parent: string | null = null): TreeRow[] {
  return nodes.flatMap(({ children, ...row }) => [{ ...row, parent }, ...flatten(children, row.id)]);
}
