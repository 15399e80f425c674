import { useQuery } from '@tanstack/react-query';
import { type MenuNode, menus } from '#contract/menus.ts';
import { call } from '#web/api/call.ts';

/** The menu tree of the person signed in; undefined until it is known. */
export function useMenus(): readonly MenuNode[] | undefined {
  return useQuery({
    queryKey: ['menus'],
    queryFn: ({ signal }) => call(menus.userMenus, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
