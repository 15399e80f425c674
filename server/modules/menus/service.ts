import type { Actor } from '#domain/access/actor.ts';
import type { Context } from '#server/context/context.ts';
import { listMenus, listMenusById, type MenuRow } from './queries.ts';

/** The menus a person may see, in their order; a menu brings the menus above it, so that none hangs in the air. */
export async function listMenusOf(
  context: Pick<Context, 'db'>,
  actor: Actor,
  clientCode?: string,
): Promise<MenuRow[]> {
  const found = new Map<string, MenuRow>();
  let rows = await listMenus(context.db, actor.roles, clientCode);
  while (rows.length > 0) {
    for (const row of rows) found.set(row.id, row);
    const above = rows.flatMap(({ parentId }) => (parentId && !found.has(parentId) ? [parentId] : []));
    rows = await listMenusById(context.db, [...new Set(above)]);
  }
  return [...found.values()].sort((a, b) => a.sortBy - b.sortBy || (a.code < b.code ? -1 : 1));
}
