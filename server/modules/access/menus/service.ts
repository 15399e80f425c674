import type { Actor } from '#domain/access/actor.ts';
import { findLandingPath, showsFirstSteps } from '#domain/menus/landing.ts';
import type { Context } from '#server/framework/context.ts';
import { presentMenuTree } from './present.ts';
import { listMenus, listMenusById, type MenuRow } from './queries.ts';

/**
 * Lists the menus that a person may see, in their order; each includes its parents, so that the tree is
 * connected.
 */
export async function listMenusOf(
  context: Pick<Context, 'db'>,
  actor: Pick<Actor, 'roles'>,
  clientCode?: string,
): Promise<MenuRow[]> {
  const menusById = new Map<string, MenuRow>();
  let rows = await listMenus(context.db, actor.roles, clientCode);
  while (rows.length > 0) {
    for (const row of rows) menusById.set(row.id, row);
    const parentIds = rows.flatMap(({ parentId }) =>
      parentId && !menusById.has(parentId) ? [parentId] : [],
    );
    rows = await listMenusById(context.db, [...new Set(parentIds)]);
  }
  return [...menusById.values()].sort((a, b) => a.sortBy - b.sortBy || (a.code < b.code ? -1 : 1));
}

/**
 * Returns the path of the page that `/` leads a person with these roles to (S0 §2); null if the menu has
 * none, or if the page also depends on the setup steps.
 */
export async function findLandingOf(
  context: Pick<Context, 'db'>,
  actor: Pick<Actor, 'roles'>,
  ownLanding: string | null,
): Promise<string | null> {
  const menus = presentMenuTree(await listMenusOf(context, actor));
  const path = findLandingPath(menus, ownLanding);
  return path === undefined || showsFirstSteps(menus, path) ? null : path;
}
