/** Positions of edges in the window, in pixels from its upper edge. */
export interface EdgePositions {
  dayBottom: number;
  /** Upper edge of the calendar, which begins with its tools. */
  calendarTop: number;
  screenTop: number;
  screenBottom: number;
}

/** Space below a day that is scrolled into view; as `scroll-margin` of the cell. */
const margin = 8;

/** Checks that the tools of the calendar stay in view when the page is scrolled to a day. */
export function keepsToolsInView({
  dayBottom,
  calendarTop,
  screenTop,
  screenBottom,
}: EdgePositions): boolean {
  return dayBottom + margin - calendarTop <= screenBottom - screenTop;
}
