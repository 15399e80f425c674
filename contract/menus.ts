import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The menu tree of the current user (S0 §3, §6, §7). */

export interface MenuNode {
  id: string;
  code: string;
  title: string;
  url: string;
  icon: string | null;
  children: MenuNode[];
}

export const MenuNode: z.ZodType<MenuNode, MenuNode> = z
  .object({
    id: z.string(),
    code: z.string(),
    title: z.string(),
    url: z.string(),
    icon: z.string().nullable(),
    get children(): z.ZodArray<typeof MenuNode> {
      return z.array(MenuNode);
    },
  })
  .meta({ id: 'MenuNode' });

export const menus = {
  userMenus: endpoint({
    method: 'GET',
    reads: ['roles'],
    path: '/workportal/api/sys/staffs/getUserMenus',
    summary: '当前用户菜单',
    output: z.array(MenuNode),
  }),
  spellings: endpoint({
    method: 'GET',
    reads: ['roles'],
    path: '/api/menus/spellings',
    summary: '当前用户菜单名称的拼音',
    /** Syllables of each title, joined by spaces. */
    output: z.array(z.object({ id: z.string(), pinyin: z.string() })),
  }),
  menusOfClient: endpoint({
    method: 'GET',
    path: '/sys/staffs/menus',
    summary: '当前用户某子系统菜单',
    query: z.strictObject({ clientCode: z.string().max(64).optional() }),
    output: z.array(MenuNode),
  }),
};
