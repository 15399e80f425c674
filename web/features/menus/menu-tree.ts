import type { MenuNode } from '#contract/menus.ts';

/** The sub-systems that the header knows, in its order; each shows only when the user's menu holds its code (S0 §1). */
export const subSystemCodes = ['dashboard', 'workportal', 'business', 'serviceportal'] as const;

/** The screens that `/` prefers, in this order, when the user's menu has them (S0 §2). */
const landingPaths = ['/todo', '/workflow-new', '/dashboard', '/affair'];

/** Every entry that leads somewhere, in the order of the menu. */
export function listMenuLeaves(menus: readonly MenuNode[]): MenuNode[] {
  return menus.flatMap((node) => [...(node.url ? [node] : []), ...listMenuLeaves(node.children)]);
}

export function listSubSystems(menus: readonly MenuNode[]): MenuNode[] {
  return subSystemCodes.flatMap((code) => menus.filter((node) => node.code === code));
}

/**
 * Where `/` goes: the person's own default or a sub-application's, whichever the menu has first, else the first menu
 * entry (S0 §2).
 */
export function findLandingPath(menus: readonly MenuNode[], own?: string | null): string | undefined {
  const paths = listMenuLeaves(menus).map((node) => pathOf(node.url));
  const wanted = own ? [pathOf(own), ...landingPaths] : landingPaths;
  return wanted.find((path) => paths.includes(path)) ?? paths[0];
}

/** A screen is open to those whose menu has an entry of the same top path (S0 §6). */
export function isInMenu(menus: readonly MenuNode[], path: string): boolean {
  return listMenuLeaves(menus).some((node) => topOf(pathOf(node.url)) === topOf(path));
}

/** The way from the sub-system to the entry that fits this path best: the longest url the path begins with. */
export function findMenuTrail(menus: readonly MenuNode[], path: string): MenuNode[] {
  let best: { length: number; trail: MenuNode[] } = { length: 0, trail: [] };
  const visit = (nodes: readonly MenuNode[], trail: MenuNode[]) => {
    for (const node of nodes) {
      const here = [...trail, node];
      const url = node.url ? pathOf(node.url) : '';
      const fits = url !== '' && (path === url || path.startsWith(`${url}/`));
      // A sub-system may carry the address of its first entry: the entry is the better answer.
      if (fits && url.length >= best.length) best = { length: url.length, trail: here };
      visit(node.children, here);
    }
  };
  visit(menus, []);
  return best.trail;
}

function pathOf(url: string): string {
  const path = url.split(/[?#]/)[0] ?? '';
  return path.startsWith('/') ? path : `/${path}`;
}

function topOf(path: string): string {
  return path.split('/')[1] ?? '';
}
