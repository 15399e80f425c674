/** Description of a route's screen; the shell reads it from the matches. */
export interface RouteHandle {
  title: string;
  /** Hidden, not closed, when the user goes elsewhere: filters, page, scroll position and selection stay. */
  keepAlive?: boolean;
  /** Going from here back to a kept list makes that list load anew (S0 §4). */
  refreshesPrevious?: boolean;
  /**
   * The menu entries that a screen without an entry of its own may belong to: the one that led here, else the first that
   * the menu has.
   */
  homes?: readonly string[];
  /** Without header and menu: always, or where the address asks for it with `layout=none` (S0 §2). */
  layout?: 'none' | 'optional';
  /** `menu` asks for a menu entry of the same top path; `open` is for everyone signed in (S0 §6). */
  access: 'menu' | 'open';
}

export function handleOf(value: unknown): RouteHandle | undefined {
  return typeof value === 'object' && value !== null && 'title' in value ? (value as RouteHandle) : undefined;
}
