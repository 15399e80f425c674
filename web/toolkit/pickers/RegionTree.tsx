import { CheckOutlined, DownOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { TreeFailure } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../page/join-classes.ts';
import type { RegionChoice } from './RegionColumns.tsx';
import type { LoadRegions, Region } from './region.ts';
import styles from './region-tree.module.css';

interface TreeProps extends RegionChoice {
  load: LoadRegions;
  /** Codes of the regions that stand open. */
  opened: ReadonlySet<string>;
  onOpened: (opened: ReadonlySet<string>) => void;
  /** The region that comes into view when the tree is there: where it opens (S1 §9). */
  startAt: string | undefined;
}

/**
 * The regions as one tree (S1 §2 "Region tree selector"); what lies below a region is asked for when it is opened. Keys
 * are those of a tree anywhere: up and down walk, right opens or goes in, left closes or goes out, space and Enter choose.
 */
export function RegionTree(props: TreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const came = useRef(false);
  const focusable = useFocusable(tree);

  const comeTo = () => {
    const row = tree.current?.querySelector(`[data-code="${props.startAt}"]`);
    if (came.current || !row) return;
    came.current = true;
    row.scrollIntoView?.({ block: 'center' });
  };
  return (
    <div
      ref={tree}
      role="tree"
      aria-label="行政区划"
      aria-multiselectable={!props.single}
      className={styles.tree}
      onKeyDown={(event) => walk(event, props)}
      onFocus={focusable}
    >
      <Branch {...props} parent={undefined} depth={0} onLoaded={comeTo} />
    </div>
  );
}

/** One item of the tree takes the tab key: the one that had the focus last, else the first. */
function useFocusable(tree: { current: HTMLElement | null }) {
  useEffect(() => {
    const items = itemsOf(tree.current);
    if (items.length > 0 && !items.some(({ tabIndex }) => tabIndex === 0)) setFocusable(items, items[0]);
  });
  return ({ target }: { target: EventTarget }) => {
    const items = itemsOf(tree.current);
    const item = itemAt(target);
    if (item) setFocusable(items, item);
  };
}

function setFocusable(items: readonly HTMLElement[], one: HTMLElement | undefined): void {
  for (const item of items) item.tabIndex = item === one ? 0 : -1;
}

function itemsOf(tree: Element | null): HTMLElement[] {
  return [...(tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
}

/** The item that has the focus itself, or whose sign or name the mouse has pressed; a failure's button is none. */
function itemAt(target: EventTarget): HTMLElement | null {
  const element = target as HTMLElement;
  if (element.getAttribute('role') === 'treeitem') return element;
  return element.closest<HTMLElement>('[data-row]')?.parentElement ?? null;
}

function walk(event: KeyboardEvent<HTMLElement>, { opened, onOpened }: TreeProps): void {
  const item = itemAt(event.target);
  if (item === null) return;
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(item);
  const code = item.dataset.code ?? '';
  const expanded = item.getAttribute('aria-expanded');
  const deeds: Record<string, () => void> = {
    ArrowDown: () => items[at + 1]?.focus(),
    ArrowUp: () => items[at - 1]?.focus(),
    Home: () => items[0]?.focus(),
    End: () => items.at(-1)?.focus(),
    ArrowRight: () => {
      if (expanded === 'false') onOpened(new Set([...opened, code]));
      else if (expanded === 'true' && item.contains(items[at + 1] ?? null)) items[at + 1]?.focus();
    },
    ArrowLeft: () => {
      if (expanded === 'true') onOpened(without(opened, code));
      else item.parentElement?.closest<HTMLElement>('[role="treeitem"]')?.focus();
    },
    Enter: () => chooserOf(item)?.click(),
    ' ': () => chooserOf(item)?.click(),
  };
  const deed = deeds[event.key];
  if (!deed) return;
  // A key that the tree has taken scrolls nothing and confirms no dialog.
  event.preventDefault();
  event.stopPropagation();
  deed();
}

const chooserOf = (item: HTMLElement) => item.querySelector<HTMLElement>('[data-choose]');

function without(opened: ReadonlySet<string>, code: string): Set<string> {
  return new Set([...opened].filter((each) => each !== code));
}

function Branch(props: TreeProps & { parent: string | undefined; depth: number; onLoaded: () => void }) {
  const { parent, depth, onLoaded } = props;
  const list = useQuery({ ...props.load(parent), staleTime: Number.POSITIVE_INFINITY });
  const isLoaded = list.isSuccess;
  const loaded = useRef(onLoaded);
  loaded.current = onLoaded;
  useEffect(() => {
    if (isLoaded) loaded.current();
  }, [isLoaded]);
  if (list.isPending) {
    return (
      <div role="none">
        <SkeletonRows rows={depth === 0 ? 8 : 2} rowHeight={32} />
      </div>
    );
  }
  if (list.isError) {
    return (
      <div role="none">
        <TreeFailure failure={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  }
  return list.data.map((region) => <Item key={region.code} {...props} region={region} />);
}

function Item(props: TreeProps & { region: Region; depth: number; onLoaded: () => void }): ReactNode {
  const { region, depth, opened, onOpened, chosen, single } = props;
  const isOpen = !region.isLeaf && opened.has(region.code);
  const isChosen = chosen.has(region.code);
  const turn = () => onOpened(isOpen ? without(opened, region.code) : new Set([...opened, region.code]));
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      data-code={region.code}
      aria-label={region.name}
      aria-level={depth + 1}
      aria-expanded={region.isLeaf ? undefined : isOpen}
      aria-selected={single ? isChosen : undefined}
      aria-checked={single ? undefined : isChosen}
      className={styles.item}
    >
      {/* Keys are the item's, above; the mouse has the sign and the name. */}
      <div
        aria-hidden
        data-row
        className={joinClasses(styles.row, isChosen && styles.chosen)}
        style={{ paddingLeft: depth * 20 }}
      >
        <button type="button" tabIndex={-1} className={styles.opener} disabled={region.isLeaf} onClick={turn}>
          {!region.isLeaf && (isOpen ? <DownOutlined /> : <RightOutlined />)}
        </button>
        <button
          type="button"
          tabIndex={-1}
          data-choose
          className={styles.name}
          onClick={() => props.onToggle(region)}
        >
          <span className={joinClasses(styles.box, single && styles.round)}>
            {isChosen && <CheckOutlined />}
          </span>
          {region.name}
        </button>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a tree
        <div role="group">
          <Branch {...props} parent={region.code} depth={depth + 1} />
        </div>
      )}
    </div>
  );
}
