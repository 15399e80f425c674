import { Button } from 'antd';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useState,
  useSyncExternalStore,
} from 'react';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { retryablePart } from '../../../lazy-parts/retryable-part.tsx';
import type { FieldEditorProps } from '../../kind-view.ts';
import { valuesTopic } from '../../subscriptions.ts';
import type { ClipboardContent } from './paste/clipboard-cells.ts';
import styles from './table-field.module.css';

const PasteRowsDialog = lazy(() =>
  retryablePart(async () => (await import('./paste/PasteRowsDialog.tsx')).PasteRowsDialog),
);

interface PasteRequest {
  content: ClipboardContent | undefined;
  firstColumn: number;
}

/** Rows before and after a paste. */
interface PastedRows {
  before: readonly TableRow[];
  after: readonly TableRow[];
  count: number;
}

/**
 * Pastes rows from a spreadsheet into a table, by Ctrl + V with several cells or by its button; the dialog that shows
 * them first is loaded when it is opened. One step takes the paste back, as long as nothing was changed after it.
 */
export function usePasting(
  { field, path, store, disabled }: Pick<FieldEditorProps, 'field' | 'path' | 'store' | 'disabled'>,
  focusCell: (row: number) => void,
) {
  const [request, setRequest] = useState<PasteRequest>();
  const [pasted, setPasted] = useState<PastedRows>();
  const canUndo = useSyncExternalStore(
    (listener) => store.subscribe(valuesTopic, listener),
    () => pasted !== undefined && store.rows(path) === pasted.after,
  );
  const undo = () => {
    if (!pasted || !canUndo) return;
    store.changeRows(path, pasted.before);
    setPasted(undefined);
  };
  const paste = (rows: readonly TableRow[], count: number) => {
    const before = store.rows(path);
    store.changeRows(path, rows);
    setPasted({ before, after: store.rows(path), count });
    setRequest(undefined);
    focusCell(rows.length - count);
  };
  return {
    open: () => setRequest({ content: undefined, firstColumn: 0 }),
    onPaste(event: ClipboardEvent<HTMLElement>) {
      const { clipboardData, currentTarget, target } = event;
      // A dialog of a cell is a part of the table only for React.
      if (disabled || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
      const content = { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') };
      if (!hasSeveralCells(content)) return;
      event.preventDefault();
      const columnId = target.closest<HTMLElement>('td[data-column]')?.dataset.column;
      const firstColumn = Math.max(
        0,
        field.columns.findIndex(({ id }) => id === columnId),
      );
      setRequest({ content, firstColumn });
    },
    /** Ctrl + Z takes the paste back. */
    onKeyDown(event: KeyboardEvent) {
      if (!canUndo || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.key !== 'z') return;
      event.preventDefault();
      undo();
    },
    notice: (
      <div role="status" className={styles.notice}>
        {pasted && canUndo && (
          <>
            已粘贴 {pasted.count} 行
            <Button type="link" size="small" onClick={undo}>
              撤销粘贴
            </Button>
          </>
        )}
      </div>
    ),
    dialog: request && (
      <Suspense>
        <PasteRowsDialog
          {...{ field, path, store }}
          content={request.content}
          firstColumn={request.firstColumn}
          onPaste={paste}
          onClose={() => setRequest(undefined)}
        />
      </Suspense>
    ),
  };
}

/** Checks whether a clipboard contains more than one cell of a table; other texts are pasted into their field. */
function hasSeveralCells({ text, html }: ClipboardContent): boolean {
  return text.includes('\t') || (html.match(/<t[dh][\s>]/gi)?.length ?? 0) > 1;
}
