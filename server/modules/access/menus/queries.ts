import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface MenuRow {
  id: string;
  clientCode: string;
  code: string;
  title: string;
  url: string;
  icon: string | null;
  parentId: string | null;
  sortBy: number;
}

const columns = [
  'id',
  'client_code as clientCode',
  'code',
  'title',
  'url',
  'icon',
  'parent_id as parentId',
  'sort_by as sortBy',
] as const;

/** Lists menus that any of the roles may see. */
export async function listMenus(db: Db, roles: readonly string[], clientCode?: string): Promise<MenuRow[]> {
  if (roles.length === 0) return [];
  return await db
    .selectFrom('menus')
    .select(columns)
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('role_menus')
        .select('menu_id')
        .where('role_code', 'in', [...roles]),
    )
    .$if(clientCode !== undefined, (query) => query.where('client_code', '=', clientCode ?? ''))
    .execute();
}

/** Lists menus by id, for parents that a role sees without a grant of their own. */
export async function listMenusById(db: Db, ids: readonly string[]): Promise<MenuRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('menus')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute();
}

/** Lists the pinyin of the titles of these menus, by which the search finds them. */
export async function listSpellings(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom('menus')
    .select(['id', sql<string>`read_all_pinyin(title, false)`.as('pinyin')])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute();
}
