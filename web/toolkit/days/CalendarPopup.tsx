import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './day-input.module.css';
import { type PopupPlace, placeOfPopup } from './popup-placements.ts';

/**
 * Shows the content of a calendar's popup. After each opening it measures the popup and reports its place; a popup
 * that has to cover its field shows the label and the value of that field in its head.
 */
export function CalendarPopup(props: {
  field: RefObject<{ nativeElement: HTMLElement } | null>;
  value: string;
  place: PopupPlace;
  onPlace: (place: PopupPlace) => void;
  children: ReactNode;
}) {
  const { field, value, place, onPlace, children } = props;
  const content = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const popup = content.current?.closest<HTMLElement>('.ant-picker-dropdown');
    if (!popup) return undefined;
    let isShown = false;
    // The library neither unmounts nor redraws the content when it closes: only the size tells that it opens again.
    const observer = new ResizeObserver(() => {
      const element = field.current?.nativeElement;
      const { offsetWidth: width, offsetHeight } = popup;
      const wasShown = isShown;
      isShown = offsetHeight > 0;
      if (wasShown || !isShown || !element) return;
      const height = offsetHeight - (head.current?.offsetHeight ?? 0);
      const page = { width: document.documentElement.clientWidth, height: window.innerHeight };
      onPlace(placeOfPopup(element.getBoundingClientRect(), { width, height }, page));
    });
    observer.observe(popup);
    return () => observer.disconnect();
  }, [field, onPlace]);
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
