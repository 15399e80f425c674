import { regions } from '#contract/regions.ts';
import { treeNodeKeysOf } from '#contract/tree-nodes.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { open } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { findRegionWithPath, listRegions } from './service.ts';

/** Mounts the calls of the regions. They need no login: the tree is public, and applicants' pages use it. */
export function mountRegions(app: App): void {
  route(app, regions.areas, open, async ({ context, query }) => {
    const rows = await listRegions(context.db, query);
    const nodes = rows.map((row, index) => ({
      ...row,
      parent: row.parentId,
      sortBy: index + 1,
      areaCode: row.code,
      ...treeNodeKeysOf(row),
    }));
    return { rows: nodes, total: nodes.length };
  });
  route(app, regions.area, open, async ({ context, params }) => {
    return (await findRegionWithPath(context.db, params.id)) ?? refuse('notFound');
  });
}
