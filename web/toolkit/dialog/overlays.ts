import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';

/** A dialog, sheet or drawer that covers the page until it is closed. */
export interface Overlay {
  order: number;
  /** Closes it as Escape does, with its question if input would be lost; does nothing if Escape does nothing. */
  close: () => void;
}

const openOverlays = new Set<Overlay>();
let openingCount = 0;
let isBackAllowed = false;

/** Returns the open overlay that was opened last. */
export function findTopOverlay(): Overlay | undefined {
  return [...openOverlays].sort((one, other) => other.order - one.order)[0];
}

/**
 * Registers an overlay while it is open, so that going back in the browser closes it and keeps the page
 * (`LeaveGuards`). `close` is undefined if Escape does not close it.
 */
export function useOverlay(isOpen: boolean, close: (() => void) | undefined): void {
  const latestClose = useRef(close);
  useLayoutEffect(() => {
    latestClose.current = close;
  });
  // Numbered in the render, which begins with the outer one of nested overlays; effects begin with the inner one.
  const order = useMemo(() => (isOpen ? ++openingCount : 0), [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const overlay: Overlay = { order, close: () => latestClose.current?.() };
    openOverlays.add(overlay);
    return () => void openOverlays.delete(overlay);
  }, [isOpen, order]);
}

/** Allows the page itself to go back in the history, although a dialog is still open or just closing. */
export function allowBack(): void {
  isBackAllowed = true;
}

/** Returns whether the page itself goes back, and ends the permission. */
export function takeAllowedBack(): boolean {
  const isAllowed = isBackAllowed;
  isBackAllowed = false;
  return isAllowed;
}
