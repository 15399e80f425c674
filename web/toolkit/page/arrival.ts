let arrivals = 0;
let lastPath: string | undefined;

/** Records a change of screen, reported by the shell; for the first one the browser places the focus. */
export function recordArrival(path: string): void {
  // `/` only redirects to the first screen.
  if (path === lastPath || path === '/') return;
  lastPath = path;
  arrivals += 1;
}

let removedPageHadFocus = false;

/** Records that a page was unmounted and whether the focus was in it, as after a press of 提交. */
export function recordPageUnmount(hadFocus: boolean): void {
  removedPageHadFocus = hadFocus;
}

/**
 * Checks whether a newly drawn page gets the focus: on every arrival except the first, and once if it
 * replaces a page that had the focus.
 */
export function shouldFocusOnArrival(): boolean {
  const takesFocus = arrivals > 1 || removedPageHadFocus;
  removedPageHadFocus = false;
  return takesFocus;
}
