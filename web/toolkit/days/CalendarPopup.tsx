import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './day-input.module.css';
import { type PopupPlace, placeOfPopup } from './popup-placements.ts';

/**
 * Shows the content of a calendar's popup. After each opening it measures the popup and reports its place; a popup
 * that has to cover its field shows the label and the value of that field in its head.
 */
export function CalendarPopup(props: {
  isOpen: boolean;
  field: RefObject<{ nativeElement: HTMLElement } | null>;
  value: string;
  place: PopupPlace;
  onPlace: (place: PopupPlace) => void;
  children: ReactNode;
}) {
  const { isOpen, field, value, place, onPlace, children } = props;
  const content = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the popup is placed once for each opening
  useLayoutEffect(() => {
    const popup = content.current?.closest<HTMLElement>('.ant-picker-dropdown');
    if (!isOpen || !popup) return undefined;
    // Later than this effect: without motion the field has no ref yet, and an unseen popup has no size.
    const observer = new ResizeObserver(() => {
      const element = field.current?.nativeElement;
      const { offsetWidth: width, offsetHeight } = popup;
      if (!element || offsetHeight === 0) return;
      observer.disconnect();
      const height = offsetHeight - (head.current?.offsetHeight ?? 0);
      const page = { width: document.documentElement.clientWidth, height: window.innerHeight };
      onPlace(placeOfPopup(element.getBoundingClientRect(), { width, height }, page));
    });
    observer.observe(popup);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div ref={content}>
      {place.isCovering && (
        <p ref={head} className={styles.popupHead} aria-hidden>
          {labelOf(field.current?.nativeElement.querySelector('input'))}：<b>{value || '未填写'}</b>
        </p>
      )}
      {children}
    </div>
  );
}

/** Returns the label of a field without the star of a required one. */
function labelOf(input: HTMLInputElement | null | undefined): string {
  const label = input?.getAttribute('aria-label') ?? input?.labels?.[0]?.textContent ?? '日期';
  return label.replace(/^\*/, '');
}
