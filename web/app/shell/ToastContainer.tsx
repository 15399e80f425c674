import styles from './notices.module.css';

const id = 'toasts';

/** Returns the element that contains short messages after an action. */
export const toastContainer = () => document.getElementById(id) ?? document.body;

/**
 * Shows short messages after an action, over dialogs too. If the header has no space for them, the screen and
 * a dialog begin below them (`--toasts`), so that they cover nothing.
 */
export function ToastContainer() {
  return <div ref={writeHeight} id={id} className={styles.toasts} />;
}

/** Writes the height of the element to `--toasts` while it is mounted. */
function writeHeight(element: HTMLElement | null) {
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
