import { menus } from '#contract/menus.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { presentMenuTree } from './present.ts';
import { listSpellings } from './queries.ts';
import { listMenusOf } from './service.ts';

export function mountMenus(app: App): void {
  route(app, menus.userMenus, staff, async ({ context, actor }) =>
    presentMenuTree(await listMenusOf(context, actor)),
  );
  route(app, menus.spellings, staff, async ({ context, actor }) => {
    const own = await listMenusOf(context, actor);
    return await listSpellings(
      context.db,
      own.map(({ id }) => id),
    );
  });
  route(app, menus.menusOfClient, staff, async ({ context, actor, query }) =>
    presentMenuTree(await listMenusOf(context, actor, query.clientCode)),
  );
}
