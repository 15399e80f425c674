import { CheckOutlined, DownOutlined, ExclamationCircleOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { treeFailureText } from '#web/api/call-error.ts';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './tree.module.css';
import type { ItemLine, TreeItem, TreeLine } from './tree-lines.ts';
import { type TreeProps, type TreeWalk, useTree } from './use-tree.ts';

/** A tree that takes the focus itself; only the lines in sight are drawn, however many stand open. */
export function Tree<Item extends TreeItem>(props: TreeProps<Item> & { className?: string }) {
  const walk = useTree(props);
  return <TreeLines {...props} walk={walk} />;
}

/** The lines of a tree; under a field, which keeps the focus and takes the keys, they are `inField`. */
export function TreeLines<Item extends TreeItem>(
  props: TreeProps<Item> & { walk: TreeWalk<Item>; inField?: boolean; className?: string },
) {
  const { walk, choice, inField = false } = props;
  const { lines, view, rowHeight } = walk;
  const [top] = lines;
  // Where the tree opens may come later than its top, and is come to once.
  const came = useRef(false);
  const pressed = useRef(false);
  const { start } = walk;
  const { show } = view;
  useEffect(() => {
    if (came.current || start < 0) return;
    came.current = true;
    show(start, 'middle');
  }, [start, show]);
  const shown = lines.slice(view.first, view.last).map((line, at) => ({ line, place: view.first + at }));
  // The active node is named by its id, so that it is there even where it is scrolled out of sight.
  const active = lines[walk.active];
  if (active && (walk.active < view.first || walk.active >= view.last)) {
    shown.push({ line: active, place: walk.active });
  }
  const isWhole = lines.length === 1 && top?.kind !== 'item';
  if (isWhole && top?.kind === 'pending') return <SkeletonRows rows={6} rowHeight={rowHeight} />;
  if (isWhole && top?.kind === 'failed') return <TreeFailure failure={top.failure} onRetry={top.onRetry} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field while the mouse chooses
    <div
      ref={view.box}
      className={joinClasses(styles.box, props.className)}
      onScroll={view.onScroll}
      onMouseDown={inField ? (event) => event.preventDefault() : undefined}
    >
      <div
        role="tree"
        id={walk.treeId}
        aria-label={props.label}
        aria-multiselectable={choice === 'many'}
        aria-activedescendant={walk.activeElementId}
        tabIndex={inField ? -1 : 0}
        className={joinClasses(styles.tree, inField && styles.inField)}
        style={{ height: lines.length * rowHeight }}
        // The mouse goes where it presses: a walk that begins elsewhere would scroll the row away under it.
        onPointerDown={() => {
          pressed.current = true;
        }}
        onFocus={({ target, currentTarget }) => {
          if (target !== currentTarget) return;
          if (walk.active < 0 && !pressed.current) walk.begin();
          pressed.current = false;
        }}
        onKeyDown={inField ? undefined : (event) => void walk.takeKey(event)}
      >
        {shown.map(
          ({ line, place }) =>
            line.kind === 'item' && (
              <Item key={line.key} {...props} line={line} place={place} isActive={place === walk.active} />
            ),
        )}
      </div>
      {shown.map(
        ({ line, place }) =>
          line.kind !== 'item' && (
            <div
              key={line.key}
              className={styles.other}
              style={{ top: place * rowHeight, height: rowHeight, paddingLeft: indent(line.level) }}
            >
              <Other line={line} rowHeight={rowHeight} />
            </div>
          ),
      )}
    </div>
  );
}

const indent = (level: number) => (level - 1) * 20;

/** A branch that is on its way or did not come: it stands beside the tree's items, which alone belong to a tree. */
function Other({ line, rowHeight }: { line: Exclude<TreeLine<never>, { kind: 'item' }>; rowHeight: number }) {
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
  walk: TreeWalk<Item>;
  line: ItemLine<Item>;
  place: number;
  isActive: boolean;
  chosen: ReadonlySet<string>;
  choice: 'one' | 'many';
  onChoose: (item: Item) => void;
}) {
  const { walk, line, choice, onChoose } = props;
  const { item, isOpen } = line;
  const isChosen = props.chosen.has(item.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the tree, or by the field above it
    <div
      role="treeitem"
      id={walk.idOf(props.place)}
      tabIndex={-1}
      aria-label={item.note === undefined ? item.name : `${item.name} ${item.note}`}
      aria-level={line.level}
      aria-posinset={line.place}
      aria-setsize={line.size}
      aria-expanded={isOpen}
      aria-selected={choice === 'one' ? isChosen : undefined}
      aria-checked={choice === 'many' ? isChosen : undefined}
      className={joinClasses(styles.item, isChosen && styles.chosen, props.isActive && styles.active)}
      style={{ top: props.place * walk.rowHeight, height: walk.rowHeight, paddingLeft: indent(line.level) }}
      // The focus belongs to the tree, which stays when this row is scrolled away and drawn no more. The tree
      // is taller than its box: scrolled into view it would leave from under the mouse.
      onFocus={({ currentTarget }) => {
        currentTarget.parentElement?.focus({ preventScroll: true });
        walk.setActive(item.id);
      }}
      onClick={() => {
        walk.setActive(item.id);
        onChoose(item);
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: right and left are the keys of this sign */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the item itself says whether it stands open */}
      <span
        className={styles.opener}
        data-opener
        onClick={(event) => {
          event.stopPropagation();
          walk.setActive(item.id);
          if (isOpen !== undefined) walk.turn(item.id);
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
