import { useDeferredValue, useMemo, useState } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { hasHeadRow, type PastePlan, planPaste } from '#domain/forms/pasting/paste-plan.ts';
import { isSame } from '#domain/forms/same-value.ts';
import type { PastedCells } from '#domain/sheets/pasted-cells.ts';
import type { FieldEditorProps } from '../../../kind-view.ts';
import { emptyRow } from '../../../table-rows.ts';

export type PasteTarget = Pick<FieldEditorProps, 'field' | 'store' | 'path'>;

/** Choices of the person on a paste. */
interface PasteChoices {
  cells: readonly (readonly string[])[];
  hasHead: boolean;
  /** True if the pasted rows replace those of the table. */
  replaces: boolean;
  takesDoubles: boolean;
}

/** Holds the choices on a paste, with the plan that follows from them and a function that plans again at once. */
export function usePastePlan(target: PasteTarget, { rows }: PastedCells, firstColumn: number) {
  const { field, store, path } = target;
  const today = localDateOf(store.now());
  // The rows of the table do not change while its dialog is open.
  const [{ current, columns }] = useState(() => {
    const all = store.rows(path);
    const untouched = emptyRow(field, all, today);
    const used = all.filter((row) => !isUntouched(row, untouched));
    const [states = {}] = store.tryRows(path, [untouched]).rows;
    const isSeen = (id: string) => states[id]?.visible || states[id]?.isHiddenByLinkage;
    return { current: used, columns: field.columns.filter(({ id }) => isSeen(id)) };
  });
  const [choices, setChoices] = useState<PasteChoices>(() => ({
    cells: rows,
    hasHead: hasHeadRow(columns, rows[0]),
    replaces: false,
    takesDoubles: false,
  }));
  const planOf = (chosen: PasteChoices): PastePlan =>
    planPaste({
      ...chosen,
      field,
      path,
      columns,
      firstColumn,
      existing: chosen.replaces ? [] : current,
      today,
      createRow: (others) => emptyRow(field, [...store.rows(path), ...others], today),
      tryRows: (tried) => store.tryRows(path, tried),
    });
  const deferred = useDeferredValue(choices);
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything else stays while the dialog is open
  const plan = useMemo(() => planOf(deferred), [deferred]);
  return {
    current,
    choices,
    plan,
    planNow: () => (deferred === choices ? plan : planOf(choices)),
    choose: (change: Partial<PasteChoices>) => setChoices((before) => ({ ...before, ...change })),
    setCell: (row: number, index: number, text: string) =>
      setChoices((before) => ({ ...before, cells: withCell(before.cells, row, index, text) })),
    /** Leaves out the last rows, so many as the table has no room for. */
    removeSurplus: () =>
      setChoices((before) => {
        const { rows, surplus } = planOf(before);
        const taken = rows.filter(({ state }) => state === 'ready' || state === 'wrong');
        const removed = new Set(surplus === 0 ? [] : taken.slice(-surplus).map(({ number }) => number - 1));
        return { ...before, cells: before.cells.map((row, index) => (removed.has(index) ? [] : row)) };
      }),
    removeRow: (row: number) => setChoices((before) => ({ ...before, cells: before.cells.with(row, []) })),
  };
}

/** Checks whether nothing has been filled in in a row that was added here. */
function isUntouched(row: TableRow, untouched: TableRow): boolean {
  const { _uid: _, ...values } = row;
  const { _uid: __, ...empty } = untouched;
  return isSame(values, empty);
}

function withCell(cells: PasteChoices['cells'], row: number, index: number, text: string) {
  const line = [...(cells[row] ?? [])];
  while (line.length <= index) line.push('');
  return cells.with(row, line.with(index, text));
}
