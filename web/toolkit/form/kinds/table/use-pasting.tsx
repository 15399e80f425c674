import { type ClipboardEvent, lazy, Suspense, useState } from 'react';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { retryablePart } from '../../../lazy-parts/retryable-part.tsx';
import type { FieldEditorProps } from '../../kind-view.ts';
import type { useRowUndo } from '../../use-row-undo.tsx';
import type { ClipboardContent } from './paste/clipboard-cells.ts';

const PasteRowsDialog = lazy(() =>
  retryablePart(async () => (await import('./paste/PasteRowsDialog.tsx')).PasteRowsDialog),
);

interface PasteRequest {
  content: ClipboardContent | undefined;
  firstColumn: number;
}

/**
 * Pastes rows from a spreadsheet into a table, by Ctrl + V with several cells or by its button; the dialog that shows
 * them first is loaded when it is opened.
 */
export function usePasting(
  { field, path, store, disabled }: Pick<FieldEditorProps, 'field' | 'path' | 'store' | 'disabled'>,
  {
    changeRows,
    focusCell,
  }: { changeRows: ReturnType<typeof useRowUndo>['change']; focusCell: (row: number) => void },
) {
  const [request, setRequest] = useState<PasteRequest>();
  const paste = (rows: readonly TableRow[], count: number) => {
    changeRows(rows, { done: `已粘贴 ${count} 行`, undo: '撤销粘贴' });
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
