import '#web/toolkit/styles/base.css';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import styles from './plain-table.module.css';
import { plainRows } from './rows.ts';
import { type TableKind, type TableState, tables } from './tables.tsx';

const initialState: TableState = { selected: undefined, isReversed: false };
const scrolledPixels = 120;

let current: { kind: TableKind; root: Root; box: HTMLElement } | undefined;

/** Resolves when the frame has been painted. */
function runInFrame(work: () => void): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      work();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });
}

function requireTable() {
  if (!current) throw new Error('No table has been opened');
  return current;
}

function show(state: TableState): Promise<void> {
  const { kind, root } = requireTable();
  return runInFrame(() => flushSync(() => root.render(tables[kind](state))));
}

/** Steps that the bench runs on this page, one after the other. */
const tableBench = {
  open(kind: TableKind) {
    const box = document.body.appendChild(document.createElement('div'));
    box.className = styles.scrolled ?? '';
    current = { kind, root: createRoot(box), box };
    return runInFrame(() => undefined);
  },
  mount: () => show(initialState),
  select: (index: number) => show({ ...initialState, selected: plainRows[index * 7]?.id }),
  sort: (index: number) => show({ ...initialState, isReversed: index % 2 === 0 }),
  /** Scrolls from the first row to the last; returns the time between successive frames. */
  async scroll(): Promise<number[]> {
    const { box } = requireTable();
    const frameTimes: number[] = [];
    for (let top = 0; top < box.scrollHeight - box.clientHeight; top += scrolledPixels) {
      await runInFrame(() => {
        frameTimes.push(performance.now());
        box.scrollTop = top;
      });
    }
    return frameTimes.slice(1).map((time, index) => time - (frameTimes[index] ?? time));
  },
  close() {
    const { root, box } = requireTable();
    root.unmount();
    box.remove();
    current = undefined;
    return runInFrame(() => undefined);
  },
};
Object.assign(globalThis, { tableBench });
