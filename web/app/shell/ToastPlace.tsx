import styles from './notices.module.css';

const id = 'toasts';

/** Returns the element that short words after an action are drawn in. */
export const toastPlace = () => document.getElementById(id) ?? document.body;

/**
 * The place of short words after an action, over dialogs too. Where the header has no room for them the screen and a dialog
 * begin below them (`--toasts`), so that they lie over nothing.
 */
export function ToastPlace() {
  return <div ref={keepHeight} id={id} className={styles.toasts} />;
}

/** Writes the height of the element as `--toasts` while it is drawn. */
function keepHeight(element: HTMLElement | null) {
  if (!element) return;
  const root = document.documentElement;
  const watcher = new ResizeObserver(() => {
    const height = element.offsetHeight;
    root.style.setProperty('--toasts', `${height}px`);
    root.toggleAttribute('data-toasts', height > 0);
  });
  watcher.observe(element);
  return () => watcher.disconnect();
}
