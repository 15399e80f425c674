import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { phoneQuery, useMediaQuery } from '../styles/use-media-query.ts';
import { type BranchOf, findTypedLine, type TreeItem, treeLines } from './tree-lines.ts';
import { useVisibleRows } from './use-visible-rows.ts';

const desktopHeight = 32;
const phoneHeight = 44;
/** Characters typed within this time belong to one search text. */
const typingMilliseconds = 600;

export interface TreeProps<Item extends TreeItem> {
  label: string;
  branchOf: BranchOf<Item>;
  /** Ids of the open nodes. */
  expandedIds: ReadonlySet<string>;
  onExpandedChange: (expandedIds: ReadonlySet<string>) => void;
  chosen: ReadonlySet<string>;
  /** One choice, or any number. */
  choice: 'one' | 'many';
  onChoose: (item: Item) => void;
  /** The node to scroll to once the tree is loaded. */
  initialId?: string | undefined;
}

/**
 * Handles a tree by its ARIA pattern: up, down, Home and End move, right opens or goes to the first child,
 * left closes or goes to the parent, space and Enter choose, letters go to the next name that begins with
 * them. The focus stays on one element, the tree or the field above it, which references the active node, so
 * that a node that is scrolled away keeps its place.
 */
export function useTree<Item extends TreeItem>(props: TreeProps<Item>) {
  const { branchOf, expandedIds, onExpandedChange, chosen, onChoose, initialId } = props;
  const id = useId();
  const lines = useMemo(() => treeLines(branchOf, expandedIds), [branchOf, expandedIds]);
  const rowHeight = useMediaQuery(phoneQuery) ? phoneHeight : desktopHeight;
  const view = useVisibleRows(lines.length, rowHeight);
  const [activeId, setActiveId] = useState<string>();
  const lastTyped = useRef({ text: '', time: 0 });
  const active = activeId === undefined ? -1 : lines.findIndex(({ key }) => key === activeId);

  const initialIndex = initialId === undefined ? -1 : lines.findIndex(({ key }) => key === initialId);
  const goTo = (index: number | undefined) => {
    const line = index === undefined ? undefined : lines[index];
    if (index === undefined || line?.kind !== 'item') return;
    setActiveId(line.key);
    view.scrollTo(index);
  };
  /** Returns the next item in a direction, skipping other lines. */
  const next = (from: number, step: 1 | -1): number | undefined => {
    for (let index = from; index >= 0 && index < lines.length; index += step)
      if (lines[index]?.kind === 'item') return index;
    return undefined;
  };
  const toggle = (key: string) => {
    const changed = new Set(expandedIds);
    if (!changed.delete(key)) changed.add(key);
    onExpandedChange(changed);
  };
  /** Activates the first node: the chosen one, the initial one, or the top. */
  const activateFirst = () => {
    const index = lines.findIndex(({ key }) => chosen.has(key));
    goTo(index >= 0 ? index : initialIndex >= 0 ? initialIndex : next(0, 1));
  };

  const typeAhead = (character: string) => {
    const now = performance.now();
    const isContinued = now - lastTyped.current.time < typingMilliseconds;
    const text = isContinued ? lastTyped.current.text + character : character;
    lastTyped.current = { text, time: now };
    // A growing text may still match the active node; a new one searches from the next.
    goTo(findTypedLine(lines, Math.max(0, active + (text.length > 1 ? 0 : 1)), text));
  };

  /**
   * Handles a key and returns whether it was one of the tree's; `inText` leaves the keys that its text needs
   * to a field.
   */
  const handleKey = (event: KeyboardEvent, inText = false): boolean => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
    const line = lines[active];
    const item = line?.kind === 'item' ? line : undefined;
    const keyHandlers: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (active < 0 ? activateFirst() : goTo(next(active + 1, 1))),
      ArrowUp: () => (active < 0 ? activateFirst() : goTo(next(active - 1, -1))),
      Home: inText ? undefined : () => goTo(next(0, 1)),
      End: inText ? undefined : () => goTo(next(lines.length - 1, -1)),
      ArrowRight:
        item && (() => (item.isOpen ? goTo(next(active + 1, 1)) : item.isOpen === false && toggle(item.key))),
      ArrowLeft:
        item &&
        (() => (item.isOpen ? toggle(item.key) : goTo(lines.findIndex(({ key }) => key === item.parent)))),
      Enter: item && (() => onChoose(item.item)),
      ' ': inText ? undefined : item && (() => onChoose(item.item)),
    };
    const isLetter = !inText && event.key.length === 1 && event.key !== ' ';
    const handler = keyHandlers[event.key] ?? (isLetter ? () => typeAhead(event.key) : undefined);
    if (handler === undefined) return false;
    // A handled key must not scroll the page or confirm a dialog.
    event.preventDefault();
    event.stopPropagation();
    handler();
    return true;
  };

  const idOf = (index: number) => `${id}-${index}`;
  return {
    treeId: id,
    lines,
    rowHeight,
    view,
    active,
    activeElementId: active < 0 ? undefined : idOf(active),
    idOf,
    initialIndex,
    activateFirst,
    handleKey,
    toggle,
    setActive: setActiveId,
  };
}

export type TreeState<Item extends TreeItem> = ReturnType<typeof useTree<Item>>;
