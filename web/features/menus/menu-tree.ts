import type { MenuNode } from '#contract/menus.ts';
import { findLandingPath, listMenuLeaves, pathOf } from '#domain/menus/landing.ts';

const workPortalCode = 'workportal';
const todoPath = '/todo';
/**
 * Codes of the sub-systems in the header, in order; each is shown only if the user's menu contains it (S0
 * §1).
 */
const subSystemCodes = ['dashboard', workPortalCode, 'business', 'serviceportal'] as const;

export function listSubSystems(menus: readonly MenuNode[]): MenuNode[] {
  return subSystemCodes.flatMap((code) => menus.filter((node) => node.code === code));
}

/**
 * Checks that a screen is open to the user: the menu has an entry of the same top path (S0 §6). The paths
 * below `business` belong to different administrator roles, those below `third` to different systems, those
 * below `query` to lists of different scope: there the first two parts are compared. A screen without its own
 * entry is open to users who have one of its menu parents.
 */
export function isInMenu(menus: readonly MenuNode[], path: string, menuParents?: readonly string[]): boolean {
  const topPaths = (menuParents ?? [path]).map(topOf);
  return listMenuLeaves(menus).some((node) => topPaths.includes(topOf(pathOf(node.url))));
}

/**
 * Returns the path from the sub-system to the entry that matches the address best: the one with the longest
 * matching url.
 */
export function findMenuPath(menus: readonly MenuNode[], path: string): MenuNode[] {
  let best: { length: number; path: MenuNode[] } = { length: 0, path: [] };
  const visit = (nodes: readonly MenuNode[], menuPath: MenuNode[]) => {
    for (const node of nodes) {
      const nodePath = [...menuPath, node];
      const url = node.url && node.children.length === 0 ? pathOf(node.url) : '';
      const matches = url !== '' && (path === url || path.startsWith(`${url}/`));
      if (matches && url.length > best.length) best = { length: url.length, path: nodePath };
      visit(node.children, nodePath);
    }
  };
  visit(menus, []);
  return best.path;
}

/**
 * Returns the menu path to highlight while `path` is shown: its own if it is a menu entry or below one; for a
 * screen that belongs to none (such as a detail page) the entry that led there if it is one of its menu parents,
 * else the first menu parent in the menu. A screen without one (messages, manual, exports, logins) belongs to no
 * entry, but to 工作门户 if the user's menu contains it.
 */
export function findActivePath(
  menus: readonly MenuNode[],
  path: string,
  { isEntryOrBelow, menuParents = [], previousPath, isOrderWithoutTask = false }: ActivePathFacts,
): MenuNode[] {
  const ownPath = findMenuPath(menus, path);
  if (isEntryOrBelow || isEntry(ownPath, path)) return ownPath;
  const workPortal = menus.filter(({ code }) => code === workPortalCode).slice(0, 1);
  if (menuParents.length === 0) return workPortal;
  const previousParent = previousPath !== null && menuParents.includes(previousPath) ? [previousPath] : [];
  const parents = isOrderWithoutTask
    ? previousParent.filter((parent) => parent !== todoPath)
    : [...previousParent, ...menuParents];
  for (const parent of parents) {
    const menuPath = findMenuPath(menus, parent);
    if (isEntry(menuPath, parent)) return menuPath;
  }
  return isOrderWithoutTask ? workPortal : [];
}

interface ActivePathFacts {
  /** True if the screen's address is that of an entry or below one. */
  isEntryOrBelow: boolean;
  menuParents?: readonly string[];
  /** Path of the entry that was shown last. */
  previousPath: string | null;
  /** True for an order in which the person has no task: it was not opened from 待办, but from a search or a link. */
  isOrderWithoutTask?: boolean;
}

/** Checks that the menu path ends at an entry of exactly this address. */
export function isEntry(menuPath: readonly MenuNode[], path: string): boolean {
  const entry = menuPath.at(-1);
  return entry !== undefined && pathOf(entry.url) === path;
}

/** Returns the sub-system of a menu path; without one, that of the person's first screen. */
export function findSubSystem(
  menus: readonly MenuNode[],
  menuPath: readonly MenuNode[],
  landingPath?: string | null,
): MenuNode | undefined {
  const systems = listSubSystems(menus);
  const landing = findLandingPath(menus, landingPath);
  const root = menuPath[0] ?? (landing === undefined ? undefined : findMenuPath(menus, landing)[0]);
  return systems.find((system) => system.id === root?.id) ?? systems[0];
}

function topOf(path: string): string {
  const [, top = '', secondPart = ''] = path.split('/');
  return ['business', 'third', 'query'].includes(top) ? `${top}/${secondPart}` : top;
}
