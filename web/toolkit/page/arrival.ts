let arrivals = 0;
let lastPath: string | undefined;

/** The shell tells every change of screen; the very first one leaves the focus where the browser puts it. */
export function noteArrival(path: string): void {
  // `/` only leads on to the landing screen.
  if (path === lastPath || path === '/') return;
  lastPath = path;
  arrivals += 1;
}

export function takesFocusOnArrival(): boolean {
  return arrivals > 1;
}
