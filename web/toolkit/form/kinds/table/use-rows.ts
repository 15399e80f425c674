import { type KeyboardEvent, useRef } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { formLimits } from '#domain/forms/limits.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { copyRow, emptyRow } from '../../table-rows.ts';
import { removedTexts, type useRowUndo } from '../../use-row-undo.tsx';

/** Adds, copies and removes rows, by button and by key; the cursor always stays in the table. */
export function useRows(
  { field, path, store }: Pick<FieldEditorProps, 'field' | 'path' | 'store'>,
  changeRows: ReturnType<typeof useRowUndo>['change'],
) {
  const table = useRef<HTMLTableElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const rows = store.rows(path);
  const isFull = rows.length >= (field.props.maxRows ?? formLimits.rows);

  const focusCell = (row: number, columnId?: string) => {
    // The row is rendered after the store has notified React.
    requestAnimationFrame(() => {
      const line = table.current?.tBodies[0]?.rows[row];
      const cell = columnId === undefined ? line : line?.querySelector(`[data-column="${columnId}"]`);
      cell?.querySelector<HTMLElement>('input, textarea, [tabindex="0"]')?.focus();
    });
  };
  const insert = (index: number, copyOf?: number) => {
    const currentRows = store.rows(path);
    if (currentRows.length >= (field.props.maxRows ?? formLimits.rows)) return;
    const source = copyOf === undefined ? undefined : currentRows[copyOf];
    const row = source
      ? copyRow(field, { path, index: copyOf ?? 0 }, currentRows, (place) => store.view(place).masked)
      : emptyRow(field, currentRows, localDateOf(store.now()));
    store.changeRows(path, currentRows.toSpliced(index, 0, row));
    focusCell(index);
  };
  const remove = (index: number) => {
    const remaining = store.rows(path).toSpliced(index, 1);
    changeRows(remaining, removedTexts(index, '行'));
    if (remaining.length > 0) focusCell(Math.min(index, remaining.length - 1));
    else requestAnimationFrame(() => addButton.current?.focus());
  };

  /** Ctrl + Enter adds a row below; Alt + ↑ / ↓ moves within the column. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const cell = (event.target as HTMLElement).closest<HTMLElement>('td[data-column]');
    const row = cell?.closest('tr')?.sectionRowIndex;
    if (row === undefined) return;
    if (event.ctrlKey && event.key === 'Enter') insert(row + 1);
    else if (event.altKey && event.key === 'ArrowUp') focusCell(row - 1, cell?.dataset.column);
    else if (event.altKey && event.key === 'ArrowDown') focusCell(row + 1, cell?.dataset.column);
    else return;
    event.preventDefault();
  };
  return { table, addButton, rows, isFull, insert, remove, focusCell, onKeyDown };
}
