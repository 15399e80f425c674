import { mayParticipateInMatters, type Permission } from '#domain/access/actor.ts';
import { useMe } from '#web/api/use-me.ts';
import { isInMenu } from '#web/features/menus/menu-tree.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';

/** Records that administrators find, by the screen that lists them. */
const administeredKinds = [
  { name: '账号', url: '/business/accounts' },
  { name: '机构', url: '/business/organisations' },
  { name: '人员角色', url: '/business/staff-roles' },
  { name: '角色', url: '/business/roles' },
  { name: '事项', url: '/business/items' },
  { name: '表单', url: '/business/forms' },
  { name: '流程', url: '/business/processes' },
  { name: '文书模板', url: '/business/document-templates' },
] as const;

/**
 * Returns what the global search looks for: only what the logged-in person may see. Administrators do not
 * participate in work orders (0057); for them it finds the records that they administer, and menu entries.
 */
export function useSearchScope() {
  const me = useMe();
  const menus = useMenus() ?? [];
  const hasOrders = !me || mayParticipateInMatters({ permissions: new Set(me.permissions as Permission[]) });
  const hasItems = isInMenu(menus, '/workflow-new');
  const hasPeople = hasOrders && isInMenu(menus, '/query/all');
  const administered = administeredKinds
    .filter(({ name, url }) => isInMenu(menus, url) && !(hasItems && name === '事项'))
    .map(({ name }) => name);
  const kinds = [...(hasItems ? ['事项'] : []), ...(hasPeople ? ['人员'] : []), ...administered, '菜单'];
  return {
    hasOrders,
    hasItems,
    hasPeople,
    /** Kinds of records that the person administers. */
    administered,
    kinds,
    /** Name of the field. */
    label: hasOrders ? '查找办件' : `查找${kinds.join('、')}`,
    placeholder: hasOrders
      ? '流水号、标题或申请人'
      : `${kinds.length > 3 ? `${kinds.slice(0, 3).join('、')}等` : kinds.join('、')}名称`,
    /** Sentence on what to enter, while nothing is searched. */
    hint: `输入${[...(hasOrders ? ['流水号、标题里的词、申请人'] : []), ...kinds].join('、')}名称，至少两个字。`,
  };
}
