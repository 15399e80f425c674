/** An entry of a menu tree as far as landing depends on it; one that leads nowhere has an empty `url`. */
interface MenuEntry<Entry> {
  url: string;
  children: readonly Entry[];
}

/** The screens that `/` prefers, in this order, when the user's menu has them (S0 §2). */
const landingPaths = ['/todo', '/workflow-new', '/dashboard', '/affair'];

/** 开始使用: where an administrator lands who has something to set up, and else none. */
export const firstStepsPath = '/business/first-steps';
/** 事项: the work of the configuration administrator. */
const itemsPath = '/business/items';

/**
 * Lists every entry that leads somewhere, in the order of the menu. An address of a node that has entries below it is not one:
 * the person may lack the very entry it leads to.
 */
export function listMenuLeaves<Entry extends MenuEntry<Entry>>(menus: readonly Entry[]): Entry[] {
  return menus.flatMap((node) => {
    if (node.children.length > 0) return listMenuLeaves(node.children);
    return node.url ? [node] : [];
  });
}

/**
 * Returns the path that `/` leads to: the person's own default or a sub-application's, whichever the menu has first, else the
 * first menu entry (S0 §2), the list of first steps last.
 */
export function findLandingPath<Entry extends MenuEntry<Entry>>(
  menus: readonly Entry[],
  own?: string | null,
): string | undefined {
  const paths = listMenuLeaves(menus).map((node) => pathOf(node.url));
  const wanted = own ? [pathOf(own), ...landingPaths] : landingPaths;
  return (
    wanted.find((path) => paths.includes(path)) ?? paths.find((path) => path !== firstStepsPath) ?? paths[0]
  );
}

/** Checks that a person who lands here sees first what the office still lacks: one who makes its items and has the list of it. */
export function asksFirstSteps<Entry extends MenuEntry<Entry>>(
  menus: readonly Entry[],
  landing: string | undefined,
): boolean {
  return landing === itemsPath && listMenuLeaves(menus).some((node) => pathOf(node.url) === firstStepsPath);
}

/** Returns the path of an address, without its query and anchor, with its first slash. */
export function pathOf(url: string): string {
  const path = url.split(/[?#]/)[0] ?? '';
  return path.startsWith('/') ? path : `/${path}`;
}
