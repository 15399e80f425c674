/** Description of a route's screen; the shell reads it from the route matches. */
export interface RouteHandle {
  title: string;
  /**
   * The screen is hidden, not closed, when the user goes elsewhere: filters, page, scroll position and
   * selection stay.
   */
  keepAlive?: boolean;
  /**
   * When the user goes back from this screen to a kept-alive list, the list is reloaded (S0 §4).
   */
  reloadsPreviousList?: boolean;
  /**
   * Menu entries to highlight for a screen that has none of its own: the one the user came from, otherwise
   * the first of these in the menu.
   */
  menuParents?: readonly string[];
  /** Without header and menu: always, or if the address contains `layout=none` (S0 §2). */
  layout?: 'none' | 'optional';
  /** `menu` requires a menu entry with the same first path segment; `open` is for every logged-in person (S0 §6). */
  access: 'menu' | 'open';
}

export function handleOf(value: unknown): RouteHandle | undefined {
  return typeof value === 'object' && value !== null && 'title' in value ? (value as RouteHandle) : undefined;
}
