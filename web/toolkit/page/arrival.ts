let arrivals = 0;
let lastPath: string | undefined;

/** The shell tells every change of screen; the very first one leaves the focus where the browser puts it. */
export function noteArrival(path: string): void {
  // `/` only leads on to the landing screen.
  if (path === lastPath || path === '/') return;
  lastPath = path;
  arrivals += 1;
}

/**
 * Says that a page which has just been drawn takes the focus: on every arrival but the first, and where it stands in the
 * place of a page in which the person pressed something, with which the focus went.
 */
export function takesFocusOnArrival(): boolean {
  if (arrivals > 1) return true;
  const hasActed = navigator.userActivation?.hasBeenActive === true;
  return hasActed && (document.activeElement === null || document.activeElement === document.body);
}
