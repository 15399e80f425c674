import { regions } from '#contract/regions.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { open } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import { findArea, listAreas, listPath } from './queries.ts';

/** Open to all: the tree is public, and the applicants' pages need it without a login. */
export function mountRegions(app: App): void {
  route(app, regions.areas, open, async ({ context, query }) => {
    const { level, parent, parentId, name } = query;
    const above = parentId ?? parent;
    // Without any word about what is wanted the provinces are meant, never the whole tree.
    const firstLevel = level ?? (above === undefined && !name ? 1 : undefined);
    const rows = await listAreas(context.db, { level: firstLevel, parent: above, name });
    return { rows, total: rows.length };
  });
  route(app, regions.area, open, async ({ context, params }) => {
    const area = await findArea(context.db, params.id);
    return area ? { ...area, path: await listPath(context.db, area.id) } : refuse('notFound');
  });
}
