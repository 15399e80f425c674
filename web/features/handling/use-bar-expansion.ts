import type { TextAreaRef } from 'antd/es/input/TextArea';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * Expands the bar over the page when the user writes, and reduces it to one line when the user works on the
 * page again. A press in the bar, in its menu or in a dialog changes nothing, so that no button moves away under
 * the pointer; a menu is mounted beside the bar, and takes the focus when it opens. The key E focuses the opinion
 * from anywhere on the page; `focusOpinion` does the same, and brings the whole bar into view.
 */
export function useBarExpansion(opinion: RefObject<TextAreaRef | null>) {
  const bar = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  const focusOpinion = useCallback(() => {
    opinion.current?.focus({ cursor: 'end' });
    bar.current?.scrollIntoView?.({ block: 'nearest' });
  }, [opinion]);

  useEffect(() => {
    const collapseOutside = ({ target }: Event) => {
      const screen = bar.current?.closest('main');
      if (!(target instanceof Element) || !screen?.contains(target) || bar.current?.contains(target)) return;
      if (target.closest('[role="menu"]') !== null) return;
      setOpen(false);
    };
    const focusByKey = (event: KeyboardEvent) => {
      if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector('[role="dialog"], dialog[open]') !== null) return;
      event.preventDefault();
      focusOpinion();
    };
    document.addEventListener('pointerdown', collapseOutside);
    document.addEventListener('focusin', collapseOutside);
    document.addEventListener('keydown', focusByKey);
    return () => {
      document.removeEventListener('pointerdown', collapseOutside);
      document.removeEventListener('focusin', collapseOutside);
      document.removeEventListener('keydown', focusByKey);
    };
  }, [focusOpinion]);

  // If the bar is at the end of the page, the unfolded part would be below the window.
  useEffect(() => {
    if (isOpen) bar.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen]);

  return { bar, open: isOpen, setOpen, focusOpinion };
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
