/** Description of a route's screen; the shell reads it from the route matches. */
export interface RouteHandle {
  title: string;
  /**
   * The screen is hidden, not closed, when the user goes elsewhere: filters, page, scroll position and
   * selection stay.
   */
  keepAlive?: boolean;
  /** Returning from here to a kept list reloads that list (S0 §4). */
  reloadsPreviousList?: boolean;
  /**
   * The menu entries to which a screen without its own entry may belong: the one that led here, else the
   * first in the menu.
   */
  menuParents?: readonly string[];
  /** Without header and menu: always, or if the address contains `layout=none` (S0 §2). */
  layout?: 'none' | 'optional';
  /** `menu` requires a menu entry of the same top path; `open` is for every logged-in person (S0 §6). */
  access: 'menu' | 'open';
}

export function handleOf(value: unknown): RouteHandle | undefined {
  return typeof value === 'object' && value !== null && 'title' in value ? (value as RouteHandle) : undefined;
}
