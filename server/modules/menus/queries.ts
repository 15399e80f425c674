import type { Db } from '#server/database/transaction.ts';

export interface MenuRow {
  id: string;
  clientCode: string;
  code: string;
  title: string;
  url: string;
  icon: string | null;
  parentId: string | null;
}

/** Menus that any of the roles may see, in their order. */
export async function listMenus(db: Db, roles: readonly string[], clientCode?: string): Promise<MenuRow[]> {
  if (roles.length === 0) return [];
  return await db
    .selectFrom('menus')
    .select(['id', 'client_code as clientCode', 'code', 'title', 'url', 'icon', 'parent_id as parentId'])
    .where('id', 'in', (seen) =>
      seen
        .selectFrom('role_menus')
        .select('menu_id')
        .where('role_code', 'in', [...roles]),
    )
    .$if(clientCode !== undefined, (query) => query.where('client_code', '=', clientCode ?? ''))
    .orderBy('sort_by')
    .orderBy('code')
    .execute();
}

/** Parents of menus that a role sees without being given the parent itself. */
export async function listMenusById(db: Db, ids: readonly string[]): Promise<MenuRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('menus')
    .select(['id', 'client_code as clientCode', 'code', 'title', 'url', 'icon', 'parent_id as parentId'])
    .where('id', 'in', [...ids])
    .orderBy('sort_by')
    .orderBy('code')
    .execute();
}
