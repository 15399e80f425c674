import { type KeyboardEvent, useState } from 'react';
import type { Choice } from './choice.ts';

/**
 * Handles the keys of a choice list: arrows move through the rows, space chooses, Enter confirms; the focus
 * may be in the search field or on the list. With `marksFirst` the first row is marked until the user moves,
 * and until then a space belongs to the search text.
 */
export function useChoiceKeys<Row extends Choice>(props: {
  rows: readonly Row[];
  onToggle: (row: Row) => void;
  onConfirm: () => void;
  /** Scrolls to a row. */
  onMove: (position: number) => void;
  marksFirst?: boolean;
}) {
  const { rows, onToggle, onConfirm, onMove, marksFirst = false } = props;
  const [position, setPosition] = useState(-1);
  const moved = position < rows.length ? position : -1;
  const active = marksFirst && moved < 0 && rows.length > 0 ? 0 : moved;

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setPosition(next);
    onMove(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an input method are left to it.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[moved];
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === ' ' && row !== undefined) {
      if (!row.fault) onToggle(row);
    } else if (event.key === 'Enter') onConfirm();
    else return;
    event.preventDefault();
  };

  return { active, setActive: setPosition, onKeyDown };
}
