import { CheckOutlined, DownOutlined, ExclamationCircleOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { treeFailureText } from '#web/api/call-error.ts';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './tree.module.css';
import type { ItemLine, TreeItem, TreeLine } from './tree-lines.ts';
import { type TreeProps, type TreeState, useTree } from './use-tree.ts';

/** Shows a tree that is focusable itself; only the visible lines are drawn, however many are open. */
export function Tree<Item extends TreeItem>(props: TreeProps<Item> & { className?: string }) {
  const treeState = useTree(props);
  return <TreeLines {...props} treeState={treeState} />;
}

/**
 * Shows the lines of a tree; below a field, which keeps the focus and handles the keys, they are `inField`.
 */
export function TreeLines<Item extends TreeItem>(
  props: TreeProps<Item> & { treeState: TreeState<Item>; inField?: boolean; className?: string },
) {
  const { treeState, choice, inField = false } = props;
  const { lines, view, rowHeight } = treeState;
  const [top] = lines;
  // The initial node may be loaded later than the top, and is scrolled to once.
  const hasScrolled = useRef(false);
  const isPressed = useRef(false);
  const { initialIndex } = treeState;
  const { scrollTo } = view;
  useEffect(() => {
    if (hasScrolled.current || initialIndex < 0) return;
    hasScrolled.current = true;
    scrollTo(initialIndex, 'middle');
  }, [initialIndex, scrollTo]);
  const visibleLines = lines
    .slice(view.first, view.last)
    .map((line, index) => ({ line, index: view.first + index }));
  // The active node is referenced by its id, so it must be drawn even if it is scrolled out of view.
  const active = lines[treeState.active];
  if (active && (treeState.active < view.first || treeState.active >= view.last)) {
    visibleLines.push({ line: active, index: treeState.active });
  }
  const isSingleLine = lines.length === 1 && top?.kind !== 'item';
  if (isSingleLine && top?.kind === 'pending') return <SkeletonRows rows={6} rowHeight={rowHeight} />;
  if (isSingleLine && top?.kind === 'failed')
    return <TreeFailure failure={top.failure} onRetry={top.onRetry} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field while the mouse is used
    <div
      ref={view.box}
      className={joinClasses(styles.box, props.className)}
      onScroll={view.onScroll}
      onMouseDown={inField ? (event) => event.preventDefault() : undefined}
    >
      <div
        role="tree"
        id={treeState.treeId}
        aria-label={props.label}
        aria-multiselectable={choice === 'many'}
        aria-activedescendant={treeState.activeElementId}
        tabIndex={inField ? -1 : 0}
        className={joinClasses(styles.tree, inField && styles.inField)}
        style={{ height: lines.length * rowHeight }}
        // Marks a mouse press, so that the focus does not start at another row and scroll this one away.
        onPointerDown={() => {
          isPressed.current = true;
        }}
        onFocus={({ target, currentTarget }) => {
          if (target !== currentTarget) return;
          if (treeState.active < 0 && !isPressed.current) treeState.activateFirst();
          isPressed.current = false;
        }}
        onKeyDown={inField ? undefined : (event) => void treeState.handleKey(event)}
      >
        {visibleLines.map(
          ({ line, index }) =>
            line.kind === 'item' && (
              <Item
                key={line.key}
                {...props}
                line={line}
                index={index}
                isActive={index === treeState.active}
              />
            ),
        )}
      </div>
      {visibleLines.map(
        ({ line, index }) =>
          line.kind !== 'item' && (
            <div
              key={line.key}
              className={styles.other}
              style={{ top: index * rowHeight, height: rowHeight, paddingLeft: indent(line.level) }}
            >
              <BranchStateLine line={line} rowHeight={rowHeight} />
            </div>
          ),
      )}
    </div>
  );
}

const indent = (level: number) => (level - 1) * 20;

/**
 * Shows a branch that is loading or failed, outside the tree's items, because a tree may only contain items.
 */
function BranchStateLine({
  line,
  rowHeight,
}: {
  line: Exclude<TreeLine<never>, { kind: 'item' }>;
  rowHeight: number;
}) {
  if (line.kind === 'pending') return <SkeletonRows rows={1} rowHeight={rowHeight} />;
  return (
    <span role="alert" className={styles.failed}>
      <ExclamationCircleOutlined aria-hidden="true" /> {treeFailureText}
      <Button type="link" size="small" onClick={line.onRetry}>
        重新加载
      </Button>
    </span>
  );
}

function Item<Item extends TreeItem>(props: {
  treeState: TreeState<Item>;
  line: ItemLine<Item>;
  index: number;
  isActive: boolean;
  chosen: ReadonlySet<string>;
  choice: 'one' | 'many';
  onChoose: (item: Item) => void;
}) {
  const { treeState, line, choice, onChoose } = props;
  const { item, isOpen } = line;
  const isChosen = props.chosen.has(item.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree or the field above it handles the keys
    <div
      role="treeitem"
      id={treeState.idOf(props.index)}
      tabIndex={-1}
      aria-label={item.note === undefined ? item.name : `${item.name} ${item.note}`}
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.size}
      aria-expanded={isOpen}
      aria-selected={choice === 'one' ? isChosen : undefined}
      aria-checked={choice === 'many' ? isChosen : undefined}
      className={joinClasses(styles.item, isChosen && styles.chosen, props.isActive && styles.active)}
      style={{
        top: props.index * treeState.rowHeight,
        height: treeState.rowHeight,
        paddingLeft: indent(line.level),
      }}
      // The focus belongs to the tree, because this row is removed when scrolled away. The tree is taller
      // than its box: scrolling it into view would move it away under the pointer.
      onFocus={({ currentTarget }) => {
        currentTarget.parentElement?.focus({ preventScroll: true });
        treeState.setActive(item.id);
      }}
      onClick={() => {
        treeState.setActive(item.id);
        onChoose(item);
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the right and left keys do the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the item itself has the expanded state */}
      <span
        className={styles.toggle}
        data-toggle
        onClick={(event) => {
          event.stopPropagation();
          treeState.setActive(item.id);
          if (isOpen !== undefined) treeState.toggle(item.id);
        }}
      >
        {isOpen !== undefined && (isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />)}
      </span>
      {choice === 'many' && <span className={styles.tick}>{isChosen && <CheckOutlined aria-hidden />}</span>}
      <span className={styles.name} title={item.name}>
        {item.name}
      </span>
      {item.note !== undefined && <small className={styles.note}>{item.note}</small>}
    </div>
  );
}
