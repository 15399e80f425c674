import { useQuery } from '@tanstack/react-query';
import { type MenuNode, menus } from '#contract/menus.ts';
import { queryOf } from '#web/api/query-of.ts';

/** The menu tree of the person signed in; undefined until it is known. */
export function useMenus(): readonly MenuNode[] | undefined {
  return useQuery({ ...queryOf(menus.userMenus, {}), staleTime: Number.POSITIVE_INFINITY }).data;
}
