import { useQuery } from '@tanstack/react-query';
import { type MenuNode, menus } from '#contract/menus.ts';
import { queryOf } from '#web/api/query-of.ts';

/** Returns the menu tree of the logged-in person; undefined until it is loaded. */
export function useMenus(): readonly MenuNode[] | undefined {
  return useQuery({ ...queryOf(menus.userMenus, {}), staleTime: Number.POSITIVE_INFINITY }).data;
}
