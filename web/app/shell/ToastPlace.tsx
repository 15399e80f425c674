import { useEffect, useRef } from 'react';
import styles from './notices.module.css';

const id = 'toasts';

/** Returns the element that short words after an action are drawn in. */
export const toastPlace = () => document.getElementById(id) ?? document.body;

/**
 * The place of short words after an action, over dialogs too. Where the header has no room for them the screen and a dialog
 * begin below them (`--toasts`), so that they lie over nothing.
 */
export function ToastPlace() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const root = document.documentElement;
    const watcher = new ResizeObserver(() => {
      const height = element.offsetHeight;
      root.style.setProperty('--toasts', `${height}px`);
      root.toggleAttribute('data-toasts', height > 0);
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return <div ref={place} id={id} className={styles.toasts} />;
}
