import { type RefObject, useEffect, useRef } from 'react';

interface ListKeys {
  /** e: runs the first action of the focused row. */
  onFirstAction: (row: number) => void;
  /** x: ticks or unticks the focused row. */
  onToggleSelection?: (row: number) => void;
  /** Called on the key ?, which shows the help for all keys. */
  onHelp: () => void;
}

/**
 * Binds the keys of a list. j and k move along the rows: by their links, which Enter opens, else by their
 * first actions, which Enter runs, else by their checkboxes. e runs the first action of the focused row, x
 * ticks it, / goes to the first filter, ? lists all keys.
 */
export function useListKeys(body: RefObject<HTMLElement | null>, active: boolean, keys: ListKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const rows = [...(body.current?.querySelectorAll('tbody tr') ?? [])];
      const index = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === 'j') focusOf(rows[Math.min(index + 1, rows.length - 1)])?.focus();
      else if (event.key === 'k') focusOf(rows[Math.max(index - 1, 0)])?.focus();
      else if (event.key === 'e' && index >= 0) latest.current.onFirstAction(index);
      else if (event.key === 'x' && index >= 0) latest.current.onToggleSelection?.(index);
      else if (event.key === '/') body.current?.querySelector<HTMLElement>('search input')?.focus();
      else if (event.key === '?') latest.current.onHelp();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [active, body]);
}

/** Returns the element of a row that gets the focus. */
function focusOf(row: Element | undefined): HTMLElement | null | undefined {
  const find = (selector: string) => row?.querySelector<HTMLElement>(selector);
  return find('[data-row-link]') ?? find('[data-row-actions] button') ?? find('input[type="checkbox"]');
}

/** Checks whether the user is typing, or a dialog or menu is open. */
function isBusy(target: EventTarget | null): boolean {
  const focused = target instanceof HTMLElement ? target : null;
  if (focused?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'))
    return true;
  return [...document.querySelectorAll('[role="dialog"], [role="menu"]')].some(
    (element) => element.getClientRects().length > 0,
  );
}
