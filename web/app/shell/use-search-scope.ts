import { mayParticipateInMatters, type Permission } from '#domain/access/actor.ts';
import { useMe } from '#web/api/use-me.ts';
import { isInMenu } from '#web/features/menus/menu-tree.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';

/**
 * Returns what the global search looks for: only what the logged-in person may see. Administrators do not
 * participate in work orders (0057); for them it finds menu entries.
 */
export function useSearchScope() {
  const me = useMe();
  const menus = useMenus() ?? [];
  const hasOrders = !me || mayParticipateInMatters({ permissions: new Set(me.permissions as Permission[]) });
  const hasItems = isInMenu(menus, '/workflow-new');
  const hasPeople = hasOrders && isInMenu(menus, '/query/all');
  const kinds = [...(hasItems ? ['事项'] : []), ...(hasPeople ? ['人员'] : []), '菜单'];
  return {
    hasOrders,
    hasItems,
    hasPeople,
    /** Name of the field. */
    label: hasOrders ? '查找办件' : `查找${kinds.join('、')}`,
    placeholder: hasOrders ? '流水号、标题或申请人' : `${kinds.join('、')}名称`,
    /** Sentence on what to enter, while nothing is searched. */
    hint: `输入${[...(hasOrders ? ['流水号、标题里的词、申请人'] : []), ...kinds].join('、')}名称，至少两个字。`,
  };
}
