let arrivals = 0;
let lastPath: string | undefined;

/** The shell tells every change of screen; the very first one leaves the focus where the browser puts it. */
export function noteArrival(path: string): void {
  // `/` only leads on to the landing screen.
  if (path === lastPath || path === '/') return;
  lastPath = path;
  arrivals += 1;
}

let wentWithFocus = false;

/** A page tells when it goes and whether the focus was in it, as after a press of 提交. */
export function notePageGone(hadFocus: boolean): void {
  wentWithFocus = hadFocus;
}

/**
 * Says that a page which has just been drawn takes the focus: on every arrival but the first, and once where it stands in
 * the place of a page that the focus went with.
 */
export function takesFocusOnArrival(): boolean {
  const takes = arrivals > 1 || wentWithFocus;
  wentWithFocus = false;
  return takes;
}
