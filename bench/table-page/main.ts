import '#web/toolkit/styles/base.css';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import styles from './plain-table.module.css';
import { plainRows } from './rows.ts';
import { type Shown, type TableKind, tables } from './tables.tsx';

const first: Shown = { selected: undefined, isTurned: false };
const scrolledPixels = 120;

let current: { kind: TableKind; root: Root; box: HTMLElement } | undefined;

/** Resolves when the frame has been painted. */
function inFrame(work: () => void): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      work();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });
}

function opened() {
  if (!current) throw new Error('No table has been opened');
  return current;
}

function show(shown: Shown): Promise<void> {
  const { kind, root } = opened();
  return inFrame(() => flushSync(() => root.render(tables[kind](shown))));
}

/** Steps that the bench runs on this page, one after the other. */
const measured = {
  open(kind: TableKind) {
    const box = document.body.appendChild(document.createElement('div'));
    box.className = styles.scrolled ?? '';
    current = { kind, root: createRoot(box), box };
    return inFrame(() => undefined);
  },
  mount: () => show(first),
  select: (index: number) => show({ ...first, selected: plainRows[index * 7]?.id }),
  sort: (index: number) => show({ ...first, isTurned: index % 2 === 0 }),
  /** Scrolls from the first row to the last; returns the time between successive frames. */
  async scroll(): Promise<number[]> {
    const { box } = opened();
    const begun: number[] = [];
    for (let top = 0; top < box.scrollHeight - box.clientHeight; top += scrolledPixels) {
      await inFrame(() => {
        begun.push(performance.now());
        box.scrollTop = top;
      });
    }
    return begun.slice(1).map((at, place) => at - (begun[place] ?? at));
  },
  close() {
    const { root, box } = opened();
    root.unmount();
    box.remove();
    current = undefined;
    return inFrame(() => undefined);
  },
};
Object.assign(globalThis, { measured });
