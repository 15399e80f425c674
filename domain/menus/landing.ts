/**
 * An entry of a menu tree with the properties that the landing page depends on; one without a page has an
 * empty `url`.
 */
interface MenuEntry<Entry> {
  url: string;
  children: readonly Entry[];
}

/** The pages that `/` prefers, in this order, if the user's menu has them (S0 §2). */
const landingPaths = ['/todo', '/workflow-new', '/dashboard', '/affair'];

/**
 * 开始使用: the landing page of an administrator who has setup steps to do, and of a person without any other
 * page.
 */
export const firstStepsPath = '/business/first-steps';
/** 事项: the work of the configuration administrator. */
const itemsPath = '/business/items';
/** The pages that stand before 事项 in the menu, because an item is composed of their content. */
const partsOfItems = ['/business/forms', '/business/processes'];

/**
 * Lists every entry that leads to a page, in menu order. The address of an entry with children is ignored:
 * the person may lack the very child that it leads to.
 */
export function listMenuLeaves<Entry extends MenuEntry<Entry>>(menus: readonly Entry[]): Entry[] {
  return menus.flatMap((node) => {
    if (node.children.length > 0) return listMenuLeaves(node.children);
    return node.url ? [node] : [];
  });
}

/**
 * Returns the path that `/` leads to: the person's own default or a sub-application's, whichever is first in
 * the menu, else the first menu entry (S0 §2): the items rather than the forms and processes before them, the
 * list of first steps last.
 */
export function findLandingPath<Entry extends MenuEntry<Entry>>(
  menus: readonly Entry[],
  ownChoice?: string | null,
): string | undefined {
  const paths = listMenuLeaves(menus).map((node) => pathOf(node.url));
  const candidates = ownChoice ? [pathOf(ownChoice), ...landingPaths] : landingPaths;
  const first =
    candidates.find((path) => paths.includes(path)) ?? firstPageOf(paths.map((url) => ({ url })))?.url;
  return first !== undefined && partsOfItems.includes(first) && paths.includes(itemsPath) ? itemsPath : first;
}

/** Returns the address to which a sub-system of the menu leads: its first page, the list of first steps last. */
export function findFirstPage<Entry extends MenuEntry<Entry>>(system: Entry): string | undefined {
  return firstPageOf(listMenuLeaves([system]))?.url;
}

/** Returns the first of these pages, the list of first steps last. */
export function firstPageOf<Page extends { url: string }>(pages: readonly Page[]): Page | undefined {
  return pages.find(({ url }) => pathOf(url) !== firstStepsPath) ?? pages[0];
}

/**
 * Checks that the person should see the setup steps first: the person edits items, and the menu contains the
 * list of steps.
 */
export function showsFirstSteps<Entry extends MenuEntry<Entry>>(
  menus: readonly Entry[],
  landing: string | undefined,
): boolean {
  return landing === itemsPath && listMenuLeaves(menus).some((node) => pathOf(node.url) === firstStepsPath);
}

/** Returns the path of an address, with a leading slash, without query and anchor. */
export function pathOf(url: string): string {
  const path = url.split(/[?#]/)[0] ?? '';
  return path.startsWith('/') ? path : `/${path}`;
}
