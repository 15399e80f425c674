import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import type { FieldEditorProps } from './kind-view.ts';
import styles from './row-undo.module.css';
import { valuesTopic } from './subscriptions.ts';

/** Rows before and after a change, and its texts. */
interface RowChange {
  before: readonly TableRow[];
  after: readonly TableRow[];
  /** Names the change, for example 已删除第 2 行. */
  done: string;
  /** Label of the button that takes it back. */
  undo: string;
}

/** Returns the texts about a removed row; `unit` is its measure word. */
export const removedTexts = (index: number, unit: '行' | '项') => ({
  done: `已删除第 ${index + 1} ${unit}`,
  undo: '撤销删除',
});

/**
 * Changes the rows of a table or a list, and offers to take the last such change back, by a button or by Ctrl + Z,
 * as long as nothing was changed after it.
 */
export function useRowUndo({ path, store }: Pick<FieldEditorProps, 'path' | 'store'>): {
  change: (rows: readonly TableRow[], texts: Pick<RowChange, 'done' | 'undo'>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The line that names the change; it is always drawn, so that a screen reader announces it. */
  notice: ReactNode;
} {
  const [last, setLast] = useState<RowChange>();
  const canUndo = useSyncExternalStore(
    (listener) => store.subscribe(valuesTopic, listener),
    () => last !== undefined && store.rows(path) === last.after,
  );
  const undo = () => {
    if (!last || !canUndo) return;
    store.changeRows(path, last.before);
    setLast(undefined);
  };
  return {
    change(rows, texts) {
      const before = store.rows(path);
      store.changeRows(path, rows);
      setLast({ before, after: store.rows(path), ...texts });
    },
    onKeyDown(event) {
      // A list inside this one takes its own change back.
      if (
        event.defaultPrevented ||
        !canUndo ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.key !== 'z'
      )
        return;
      event.preventDefault();
      undo();
    },
    notice: (
      <div role="status" className={styles.notice}>
        {last && canUndo && (
          <>
            {last.done}
            <Button type="link" size="small" onClick={undo}>
              {last.undo}
            </Button>
          </>
        )}
      </div>
    ),
  };
}
